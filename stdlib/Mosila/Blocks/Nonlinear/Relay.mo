within Mosila.Blocks.Nonlinear;
block Relay "Relay with hysteresis"
  extends Interfaces.SISO;
  parameter Real uHigh = 0.5 "Switches on when the input rises through this";
  parameter Real uLow = -uHigh "Switches off when the input falls through this";
  parameter Real yOn = 1 "Output while on";
  parameter Real yOff = -yOn "Output while off";
  parameter Boolean on_start = false "Whether it is on at the start, if the input is between";
  Boolean on(start=on_start) "Whether it is on";
initial equation
  pre(on) = on_start;
equation
  on = u > uHigh or pre(on) and u >= uLow;
  y = if on then yOn else yOff;
  annotation(Documentation(info="<html>
<p>Between the two thresholds the relay stays as it is. The switching times are events.</p>
</html>"));
end Relay;
