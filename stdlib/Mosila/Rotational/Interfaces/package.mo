within Mosila.Rotational;
package Interfaces "Flanges and common parts of rotational components"
  annotation(Documentation(info="<html>
<p>Most components have two flanges, flange_a and flange_b.</p>
</html>"));
end Interfaces;
