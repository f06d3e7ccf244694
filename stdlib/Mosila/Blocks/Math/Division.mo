within Mosila.Blocks.Math;
block Division "Quotient of two inputs"
  extends Interfaces.SI2SO;
equation
  y = u1/u2;
  annotation(Documentation(info="<html>
<p>y = u1/u2; the second input must not be zero.</p>
</html>"));
end Division;
