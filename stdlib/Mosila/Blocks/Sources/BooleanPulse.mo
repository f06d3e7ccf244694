within Mosila.Blocks.Sources;
block BooleanPulse "Boolean pulses"
  extends Interfaces.BooleanSO;
  parameter Real width(min=0, max=100) = 50 "Width of a pulse in percent of the period";
  parameter SI.Time period(min=1e-12) = 1 "Time from pulse to pulse";
  parameter SI.Time startTime = 0 "Begin of the first pulse";
protected
  parameter SI.Duration high = period*width/100;
  Boolean running(start=false, fixed=true);
  SI.Time begin(start=startTime, fixed=true) "Begin of this pulse";
equation
  when sample(startTime, period) then
    begin = time;
    running = true;
  end when;
  y = running and time < begin + high;
  annotation(Documentation(info="<html>
<p>True for width percent of each period.</p>
</html>"));
end BooleanPulse;
