within Mosila.Electrical.Interfaces;
partial model TwoPort "Two ports, left and right"
  PositivePin p1 "Plus of the first pair";
  NegativePin n1 "Minus of the first pair";
  PositivePin p2 "Plus of the second pair";
  NegativePin n2 "Minus of the second pair";
  SI.Voltage v1 "Voltage of the left port";
  SI.Voltage v2 "Voltage of the right port";
  SI.Current i1 "Current into p1";
  SI.Current i2 "Current into p2";
equation
  v1 = p1.v - n1.v;
  v2 = p2.v - n2.v;
  i1 = p1.i;
  i2 = p2.i;
  0 = p1.i + n1.i;
  0 = p2.i + n2.i;
  annotation(Documentation(info="<html>
<p>Base of transformers and controlled sources.</p>
</html>"));
end TwoPort;
