within Mosila.Blocks.Examples;
model Signals "All sources of Real signals"
  Sources.Constant constant_(k=3);
  Sources.Step step(height=2, offset=1, startTime=1);
  Sources.Ramp ramp(height=2, duration=2, offset=-1, startTime=1);
  Sources.Sine sine(amplitude=2, f=0.25, phase=0.5, offset=1, startTime=1);
  Sources.Cosine cosine(amplitude=2, f=0.25, phase=0.5, offset=1, startTime=1);
  Sources.ExpSine expSine(amplitude=2, f=0.5, damping=0.5, startTime=1);
  Sources.Exponentials exponentials(outMax=2, riseTime=1, riseTimeConstant=0.5, fallTimeConstant=0.25, startTime=1);
  Sources.Pulse pulse(amplitude=2, width=25, period=1, offset=1, startTime=0.5, nperiod=2);
  Sources.SawTooth sawTooth(amplitude=2, period=1, startTime=0.5);
  Sources.Trapezoid trapezoid(amplitude=2, rising=0.2, width=0.3, falling=0.4, period=1, startTime=0.5);
  Sources.ContinuousClock clock(offset=1, startTime=0.5);
  Sources.RealExpression expression(y=sine.y + ramp.y);
  Sources.TimeTable table(table=[0, 0; 1, 2; 1, 3; 2, 1], offset=1);
  Sources.IntegerConstant whole(k=-7);
  Math.IntegerToReal wholeAsReal;
equation
  connect(whole.y, wholeAsReal.u);
  annotation(experiment(StopTime=4, Tolerance=1e-8), Documentation(info="<html>
<p>Sources with their parameters changed from the defaults.</p>
</html>"));
end Signals;
