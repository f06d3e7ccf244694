within Mosila.Electrical.Sensors;
model CurrentSensor "Measures the current of a branch"
  Interfaces.PositivePin p "Positive pin";
  Interfaces.NegativePin n "Negative pin";
  Blocks.Interfaces.RealOutput i(unit="A") "Current from p to n";
equation
  p.v = n.v;
  0 = p.i + n.i;
  i = p.i;
  annotation(Documentation(info="<html>
<p>It has no voltage.</p>
</html>"));
end CurrentSensor;
