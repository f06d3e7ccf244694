within Mosila.Blocks.Math;
block Log10 "Logarithm to base 10"
  extends Interfaces.SISO;
equation
  y = log10(u);
  annotation(Documentation(info="<html>
<p>y = log10(u); the input must be positive.</p>
</html>"));
end Log10;
