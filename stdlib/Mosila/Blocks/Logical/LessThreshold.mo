within Mosila.Blocks.Logical;
block LessThreshold "Whether the input is less than a threshold"
  extends Interfaces.Threshold;
equation
  y = u < threshold;
  annotation(Documentation(info="<html>
<p>y = u &lt; threshold; the crossing is an event.</p>
</html>"));
end LessThreshold;
