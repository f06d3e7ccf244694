within Mosila.Electrical.Sources;
model SignalVoltage "A voltage given by a signal"
  extends Interfaces.TwoPin(v=signal);
  Blocks.Interfaces.RealInput signal(unit="V") "Voltage from p to n";
  SI.Current i "Current from p to n";
equation
  i = p.i;
  0 = p.i + n.i;
  annotation(Documentation(info="<html>
<p>v is the input, whatever flows.</p>
</html>"));
end SignalVoltage;
