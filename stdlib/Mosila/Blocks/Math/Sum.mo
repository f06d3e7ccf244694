within Mosila.Blocks.Math;
block Sum "Sum of a vector of inputs"
  extends Interfaces.MISO;
  parameter Real k[nin] = ones(nin) "Factors";
equation
  y = k*u;
  annotation(Documentation(info="<html>
<p>y = k[1]*u[1] + ... + k[nin]*u[nin].</p>
</html>"));
end Sum;
