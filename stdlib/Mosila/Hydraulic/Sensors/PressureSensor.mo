within Mosila.Hydraulic.Sensors;
model PressureSensor "Measures a pressure"
  Interfaces.Port_a port "Port";
  Blocks.Interfaces.RealOutput p(unit="Pa") "Pressure";
equation
  port.q = 0;
  p = port.p;
  annotation(Documentation(info="<html>
<p>Nothing flows into it.</p>
</html>"));
end PressureSensor;
