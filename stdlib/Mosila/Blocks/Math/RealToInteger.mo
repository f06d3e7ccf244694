within Mosila.Blocks.Math;
block RealToInteger "Rounds a Real to an Integer"
  Interfaces.RealInput u "Input";
  Interfaces.IntegerOutput y "Output";
equation
  y = integer(floor(u + 0.5));
  annotation(Documentation(info="<html>
<p>The nearest whole number; each change is an event.</p>
</html>"));
end RealToInteger;
