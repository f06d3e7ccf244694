within Mosila.Blocks.Math;
block Sqrt "Square root"
  extends Interfaces.SISO;
equation
  y = sqrt(u);
  annotation(Documentation(info="<html>
<p>y = sqrt(u); the input must not be negative.</p>
</html>"));
end Sqrt;
