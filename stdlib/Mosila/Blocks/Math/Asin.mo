within Mosila.Blocks.Math;
block Asin "Inverse sine"
  extends Interfaces.SISO;
equation
  y = asin(u);
  annotation(Documentation(info="<html>
<p>y = asin(u); the output is in rad.</p>
</html>"));
end Asin;
