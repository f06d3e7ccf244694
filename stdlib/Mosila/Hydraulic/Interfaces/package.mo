within Mosila.Hydraulic;
package Interfaces "Ports and common parts of hydraulic components"
  annotation(Documentation(info="<html>
<p>Most components have two ports, port_a and port_b.</p>
</html>"));
end Interfaces;
