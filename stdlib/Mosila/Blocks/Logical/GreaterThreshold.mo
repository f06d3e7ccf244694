within Mosila.Blocks.Logical;
block GreaterThreshold "Whether the input is greater than a threshold"
  extends Interfaces.Threshold;
equation
  y = u > threshold;
  annotation(Documentation(info="<html>
<p>y = u &gt; threshold; the crossing is an event.</p>
</html>"));
end GreaterThreshold;
