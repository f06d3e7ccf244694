within Mosila.Electrical.Interfaces;
partial model OnePort "Two pins with one current"
  extends TwoPin;
  SI.Current i "Current from p to n";
equation
  i = p.i;
  0 = p.i + n.i;
  annotation(Documentation(info="<html>
<p>What flows into p flows out of n.</p>
</html>"));
end OnePort;
