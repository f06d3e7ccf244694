within Mosila.Electrical.Basic;
model Transformer "Two coupled inductors"
  extends Interfaces.TwoPort;
  parameter SI.Inductance L1 = 1 "Inductance of the left winding";
  parameter SI.Inductance L2 = 1 "Inductance of the right winding";
  parameter SI.Inductance M = 0.9 "Mutual inductance, M^2 less than L1*L2";
equation
  v1 = L1*der(i1) + M*der(i2);
  v2 = M*der(i1) + L2*der(i2);
  annotation(Documentation(info="<html>
<p>The coupling is M/sqrt(L1*L2).</p>
</html>"));
end Transformer;
