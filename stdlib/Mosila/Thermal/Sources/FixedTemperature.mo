within Mosila.Thermal.Sources;
model FixedTemperature "A constant temperature"
  parameter SI.Temperature T = 293.15 "Temperature";
  Interfaces.HeatPort_b port "Port";
equation
  port.T = T;
  annotation(Documentation(info="<html>
<p>Takes or gives as much heat as flows.</p>
</html>"));
end FixedTemperature;
