within Mosila.Blocks.Math;
block Add3 "Sum of three inputs"
  extends Interfaces.SI2SO;
  parameter Real k1 = 1 "Factor of the first input";
  parameter Real k2 = 1 "Factor of the second input";
  parameter Real k3 = 1 "Factor of the third input";
  Interfaces.RealInput u3 "Third input";
equation
  y = k1*u1 + k2*u2 + k3*u3;
  annotation(Documentation(info="<html>
<p>y = k1*u1 + k2*u2 + k3*u3.</p>
</html>"));
end Add3;
