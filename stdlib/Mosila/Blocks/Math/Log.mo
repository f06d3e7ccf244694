within Mosila.Blocks.Math;
block Log "Natural logarithm"
  extends Interfaces.SISO;
equation
  y = log(u);
  annotation(Documentation(info="<html>
<p>y = log(u); the input must be positive.</p>
</html>"));
end Log;
