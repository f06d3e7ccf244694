within Mosila.Electrical.Ideal;
model IdealOpAmp3Pin "Operational amplifier with infinite gain"
  Interfaces.PositivePin in_p "Positive input";
  Interfaces.NegativePin in_n "Negative input";
  Interfaces.PositivePin out "Output";
equation
  in_p.v = in_n.v;
  in_p.i = 0;
  in_n.i = 0;
  annotation(Documentation(info="<html>
<p>The output takes whatever voltage makes both inputs equal; it needs a feedback.</p>
</html>"));
end IdealOpAmp3Pin;
