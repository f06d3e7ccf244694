within Mosila.Thermal;
package Interfaces "Heat ports and common parts of thermal components"
  annotation(Documentation(info="<html>
<p>Most components have two ports, port_a and port_b.</p>
</html>"));
end Interfaces;
