within Mosila.Blocks.Math;
block Sin "Sine"
  extends Interfaces.SISO;
equation
  y = sin(u);
  annotation(Documentation(info="<html>
<p>y = sin(u); the input is in rad.</p>
</html>"));
end Sin;
