within Mosila.Electrical.Sources;
model SignalCurrent "A current given by a signal"
  extends Interfaces.TwoPin;
  Blocks.Interfaces.RealInput i(unit="A") "Current from p to n";
equation
  p.i = i;
  0 = p.i + n.i;
  annotation(Documentation(info="<html>
<p>The input flows from p through the source to n.</p>
</html>"));
end SignalCurrent;
