within Mosila.Electrical.Ideal;
model IdealTransformer "Transformer without stray and magnetising inductance"
  extends Interfaces.TwoPort;
  parameter Real n = 1 "Voltage on the left per voltage on the right";
equation
  v1 = n*v2;
  i2 = -n*i1;
  annotation(Documentation(info="<html>
<p>Works for direct current, too: the power that goes in comes out.</p>
</html>"));
end IdealTransformer;
