within Mosila.Blocks.Sources;
block Step "A step"
  extends Interfaces.SignalSource;
  parameter Real height = 1 "Height of the step";
equation
  y = offset + (if time < startTime then 0 else height);
  annotation(Documentation(info="<html>
<p>offset before startTime, offset + height from then on.</p>
</html>"));
end Step;
