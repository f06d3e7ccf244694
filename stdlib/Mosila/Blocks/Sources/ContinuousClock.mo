within Mosila.Blocks.Sources;
block ContinuousClock "The time"
  extends Interfaces.SignalSource;
equation
  y = offset + (if time < startTime then 0 else time - startTime);
  annotation(Documentation(info="<html>
<p>The seconds since startTime.</p>
</html>"));
end ContinuousClock;
