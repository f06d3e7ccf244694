within Mosila.Thermal.Sources;
model PrescribedTemperature "A temperature given by a signal"
  Blocks.Interfaces.RealInput T(unit="K") "Temperature";
  Interfaces.HeatPort_b port "Port";
equation
  port.T = T;
  annotation(Documentation(info="<html>
<p>Takes or gives as much heat as flows.</p>
</html>"));
end PrescribedTemperature;
