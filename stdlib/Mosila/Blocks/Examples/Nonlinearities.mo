within Mosila.Blocks.Examples;
model Nonlinearities "Nonlinear blocks with a sine"
  Sources.Sine sine(amplitude=2, f=0.25);
  Sources.Constant high(k=1.5);
  Sources.Constant low(k=-0.5);
  Sources.ContinuousClock clock;
  Sources.RealExpression halfTime(y=0.5*time);
  Nonlinear.Limiter limiter(uMax=1, uMin=-0.5);
  Nonlinear.VariableLimiter variableLimiter;
  Nonlinear.SlewRateLimiter slewRateLimiter(Rising=0.5, Td=1e-3);
  Nonlinear.DeadZone deadZone(uMax=1, uMin=-0.5);
  Nonlinear.Relay relay(uHigh=1, uLow=-1, yOn=3);
  Nonlinear.Backlash backlash(b=1);
  Nonlinear.Quantizer quantizer(resolution=0.5);
  Nonlinear.FixedDelay fixedDelay(delayTime=0.5);
  Nonlinear.VariableDelay variableDelay(delayMax=3);
equation
  connect(sine.y, limiter.u);
  connect(sine.y, variableLimiter.u);
  connect(high.y, variableLimiter.limit1);
  connect(low.y, variableLimiter.limit2);
  connect(clock.y, slewRateLimiter.u);
  connect(sine.y, deadZone.u);
  connect(sine.y, relay.u);
  connect(sine.y, backlash.u);
  connect(sine.y, quantizer.u);
  connect(sine.y, fixedDelay.u);
  connect(clock.y, variableDelay.u);
  connect(halfTime.y, variableDelay.delayTime);
  annotation(experiment(StopTime=5, Tolerance=1e-8), Documentation(info="<html>
<p>The relay switches on at 1/3 s and off at 7/3 s. The backlash follows the sine half a unit behind, and rests after each turn
until the sine has come back by 1.</p>
</html>"));
end Nonlinearities;
