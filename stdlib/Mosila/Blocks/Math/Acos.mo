within Mosila.Blocks.Math;
block Acos "Inverse cosine"
  extends Interfaces.SISO;
equation
  y = acos(u);
  annotation(Documentation(info="<html>
<p>y = acos(u); the output is in rad.</p>
</html>"));
end Acos;
