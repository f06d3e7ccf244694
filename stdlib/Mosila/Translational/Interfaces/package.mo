within Mosila.Translational;
package Interfaces "Flanges and common parts of translational components"
  annotation(Documentation(info="<html>
<p>Most components have two flanges, flange_a and flange_b.</p>
</html>"));
end Interfaces;
