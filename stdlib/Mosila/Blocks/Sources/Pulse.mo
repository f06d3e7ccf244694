within Mosila.Blocks.Sources;
block Pulse "Rectangular pulses"
  extends Interfaces.SignalSource;
  parameter Real amplitude = 1 "Height of a pulse";
  parameter Real width(min=0, max=100) = 50 "Width of a pulse in percent of the period";
  parameter SI.Time period(min=1e-12) = 1 "Time from pulse to pulse";
  parameter Integer nperiod = -1 "Number of pulses; -1: without end";
protected
  parameter SI.Duration high = period*width/100;
  Integer n(start=0, fixed=true) "Number of pulses that have begun";
  SI.Time begin(start=startTime, fixed=true) "Begin of this pulse";
equation
  when sample(startTime, period) then
    n = pre(n) + 1;
    begin = time;
  end when;
  y = offset + (if n > 0 and (nperiod < 0 or n <= nperiod) and time < begin + high then amplitude else 0);
  annotation(Documentation(info="<html>
<p>Both edges are time events.</p>
</html>"));
end Pulse;
