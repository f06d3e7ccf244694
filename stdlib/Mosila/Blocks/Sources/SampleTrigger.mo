within Mosila.Blocks.Sources;
block SampleTrigger "A Boolean that is true for instants only"
  extends Interfaces.BooleanSO;
  parameter SI.Time period(min=1e-12) = 0.01 "Time between two instants";
  parameter SI.Time startTime = 0 "The first instant";
equation
  y = sample(startTime, period);
  annotation(Documentation(info="<html>
<p>Triggers others at startTime + n*period, exactly.</p>
</html>"));
end SampleTrigger;
