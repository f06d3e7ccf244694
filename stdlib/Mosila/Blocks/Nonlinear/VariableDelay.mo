within Mosila.Blocks.Nonlinear;
block VariableDelay "Delays a signal by a time that varies"
  extends Interfaces.SISO;
  parameter SI.Time delayMax(min=0) = 1 "Largest delay";
  Interfaces.RealInput delayTime(unit="s") "Delay, between 0 and delayMax";
equation
  y = delay(u, delayTime, delayMax);
  annotation(Documentation(info="<html>
<p>y(t) = u(t - delayTime(t)).</p>
</html>"));
end VariableDelay;
