within Mosila.Blocks.Examples;
model Sampled "Sampled blocks"
  Sources.ContinuousClock clock;
  Sources.Constant one(k=1);
  Sources.SampleTrigger trigger(period=0.4, startTime=0.3);
  Discrete.Sampler sampler(samplePeriod=0.25, startTime=0.1);
  Discrete.ZeroOrderHold zeroOrderHold(samplePeriod=0.25, startTime=0.1);
  Discrete.FirstOrderHold firstOrderHold(samplePeriod=0.25, startTime=0.1);
  Discrete.UnitDelay unitDelay(samplePeriod=0.25, startTime=0.1);
  Discrete.Difference difference(samplePeriod=0.25, startTime=0.1);
  Discrete.Accumulator accumulator(samplePeriod=0.25, startTime=0.1, k=2);
  Discrete.TransferFunction transferFunction(samplePeriod=0.25, startTime=0.1, b={0.5}, a={1, -0.5});
  Discrete.StateSpace stateSpace(samplePeriod=0.25, startTime=0.1, A=[0.5], B=[0.5], C=[2]);
  Discrete.MovingAverage movingAverage(samplePeriod=0.25, startTime=0.1, n=2);
  Discrete.TriggeredSampler triggeredSampler;
equation
  connect(clock.y, sampler.u);
  connect(clock.y, zeroOrderHold.u);
  connect(clock.y, firstOrderHold.u);
  connect(clock.y, unitDelay.u);
  connect(clock.y, difference.u);
  connect(one.y, accumulator.u);
  connect(one.y, transferFunction.u);
  connect(one.y, stateSpace.u[1]);
  connect(clock.y, movingAverage.u);
  connect(clock.y, triggeredSampler.u);
  connect(trigger.y, triggeredSampler.trigger);
  annotation(experiment(StopTime=2, Tolerance=1e-8), Documentation(info="<html>
<p>The samples are at 0.1, 0.35, 0.6, ... s.</p>
</html>"));
end Sampled;
