within Mosila.Blocks.Math;
block Add "Sum of two inputs"
  extends Interfaces.SI2SO;
  parameter Real k1 = 1 "Factor of the first input";
  parameter Real k2 = 1 "Factor of the second input";
equation
  y = k1*u1 + k2*u2;
  annotation(Documentation(info="<html>
<p>y = k1*u1 + k2*u2.</p>
</html>"));
end Add;
