within Mosila.Hydraulic.Components;
model Tank "Tank at constant pressure"
  parameter SI.Pressure p0 = 0 "Pressure";
  Interfaces.Port_a port "Port";
equation
  port.p = p0;
  annotation(Documentation(info="<html>
<p>Takes and gives as much as flows.</p>
</html>"));
end Tank;
