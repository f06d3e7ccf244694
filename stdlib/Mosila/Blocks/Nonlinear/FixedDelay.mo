within Mosila.Blocks.Nonlinear;
block FixedDelay "Delays a signal by a fixed time"
  extends Interfaces.SISO;
  parameter SI.Time delayTime(min=0) = 1 "Delay";
equation
  y = delay(u, delayTime);
  annotation(Documentation(info="<html>
<p>y(t) = u(t - delayTime); before the start the input counts as it was at the start.</p>
</html>"));
end FixedDelay;
