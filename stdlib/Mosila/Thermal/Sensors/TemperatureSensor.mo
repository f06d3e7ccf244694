within Mosila.Thermal.Sensors;
model TemperatureSensor "Measures an absolute temperature"
  Interfaces.HeatPort_a port "Port";
  Blocks.Interfaces.RealOutput T(unit="K") "Temperature";
equation
  port.Q_flow = 0;
  T = port.T;
  annotation(Documentation(info="<html>
<p>No heat flows into it.</p>
</html>"));
end TemperatureSensor;
