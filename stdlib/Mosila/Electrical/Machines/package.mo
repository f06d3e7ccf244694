within Mosila.Electrical;
package Machines "Electrical machines"
  annotation(Documentation(info="<html>
<p>What turns electrical into mechanical power.</p>
</html>"));
end Machines;
