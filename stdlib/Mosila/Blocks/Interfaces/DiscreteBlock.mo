within Mosila.Blocks.Interfaces;
partial block DiscreteBlock "Something that happens every sample period"
  parameter SI.Time samplePeriod(min=1e-12) = 0.1 "Time between two samples";
  parameter SI.Time startTime = 0 "Time of the first sample";
protected
  Boolean sampled "True at the samples";
equation
  sampled = sample(startTime, samplePeriod);
  annotation(Documentation(info="<html>
<p>The samples are at startTime + n*samplePeriod, each met exactly, not within a tolerance.</p>
</html>"));
end DiscreteBlock;
