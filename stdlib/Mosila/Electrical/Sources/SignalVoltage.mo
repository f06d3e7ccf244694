within Mosila.Electrical.Sources;
model SignalVoltage "A voltage given by a signal"
  Interfaces.PositivePin p "Positive pin";
  Interfaces.NegativePin n "Negative pin";
  Blocks.Interfaces.RealInput v(unit="V") "Voltage from p to n";
  SI.Current i "Current from p to n";
equation
  v = p.v - n.v;
  i = p.i;
  0 = p.i + n.i;
  annotation(Documentation(info="<html>
<p>The input stands between the pins, whatever flows.</p>
</html>"));
end SignalVoltage;
