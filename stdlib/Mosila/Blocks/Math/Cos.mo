within Mosila.Blocks.Math;
block Cos "Cosine"
  extends Interfaces.SISO;
equation
  y = cos(u);
  annotation(Documentation(info="<html>
<p>y = cos(u); the input is in rad.</p>
</html>"));
end Cos;
