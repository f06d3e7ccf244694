within Mosila.Electrical.Sensors;
model VoltageSensor "Measures the voltage between two pins"
  Interfaces.PositivePin p "Positive pin";
  Interfaces.NegativePin n "Negative pin";
  Blocks.Interfaces.RealOutput v(unit="V") "Voltage from p to n";
equation
  p.i = 0;
  n.i = 0;
  v = p.v - n.v;
  annotation(Documentation(info="<html>
<p>Nothing flows through it.</p>
</html>"));
end VoltageSensor;
