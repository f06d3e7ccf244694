within Mosila.Blocks.Math;
block Atan "Inverse tangent"
  extends Interfaces.SISO;
equation
  y = atan(u);
  annotation(Documentation(info="<html>
<p>y = atan(u); the output is in rad.</p>
</html>"));
end Atan;
