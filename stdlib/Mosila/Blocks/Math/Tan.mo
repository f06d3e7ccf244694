within Mosila.Blocks.Math;
block Tan "Tangent"
  extends Interfaces.SISO;
equation
  y = tan(u);
  annotation(Documentation(info="<html>
<p>y = tan(u); the input is in rad.</p>
</html>"));
end Tan;
