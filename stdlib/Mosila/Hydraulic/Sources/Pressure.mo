within Mosila.Hydraulic.Sources;
model Pressure "A pressure given by a signal"
  Blocks.Interfaces.RealInput p(unit="Pa") "Pressure";
  Interfaces.Port_b port "Port";
equation
  port.p = p;
  annotation(Documentation(info="<html>
<p>Gives as much as flows.</p>
</html>"));
end Pressure;
