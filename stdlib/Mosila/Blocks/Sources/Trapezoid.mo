within Mosila.Blocks.Sources;
block Trapezoid "Trapezoids"
  extends Interfaces.SignalSource;
  parameter Real amplitude = 1 "Height";
  parameter SI.Duration rising(min=0) = 0.2 "How long it rises";
  parameter SI.Duration width(min=0) = 0.3 "How long it stays up";
  parameter SI.Duration falling(min=0) = 0.2 "How long it falls";
  parameter SI.Time period(min=1e-12) = 1 "Time from one to the next";
protected
  Boolean running(start=false, fixed=true);
  SI.Time begin(start=startTime, fixed=true) "Begin of this trapezoid";
  SI.Time t = time - begin "Time since then";
equation
  when sample(startTime, period) then
    begin = time;
    running = true;
  end when;
  y =
    offset
      + (if not running then 0 elseif time < begin + rising then amplitude*t/rising
      elseif time < begin + rising + width then amplitude
      elseif time < begin + rising + width + falling then amplitude*(1 - (t - rising - width)/falling) else 0);
  annotation(Documentation(info="<html>
<p>Rises, stays, falls and rests, again and again. A rise or fall of no duration is a step.</p>
</html>"));
end Trapezoid;
