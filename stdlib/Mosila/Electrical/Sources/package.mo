within Mosila.Electrical;
package Sources "Voltages and currents"
  annotation(Documentation(info="<html>
<p>A voltage source has p.v - n.v = v; a current source lets i flow from p through itself to n.</p>
</html>"));
end Sources;
