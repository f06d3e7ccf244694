within Mosila.Electrical.Converters;
block PWM "Pulse width modulation for a full bridge"
  parameter SI.Frequency f = 10000 "Pulses per second";
  parameter SI.Time startTime = 0 "Begin of the first pulse";
  Blocks.Interfaces.RealInput d "Duty cycle, -1 to 1, read at the begin of each pulse";
  Blocks.Interfaces.BooleanOutput high_p "For the positive leg";
  Blocks.Interfaces.BooleanOutput high_n "For the negative leg";
protected
  discrete SI.Time begin(start=startTime, fixed=true) "Begin of this pulse";
  discrete Real held(start=0, fixed=true) "Duty cycle of this pulse";
  discrete SI.Time finish(start=startTime, fixed=true) "End of this pulse";
equation
  when sample(startTime, 1/f) then
    begin = time;
    held = max(-1, min(1, d));
    finish = begin + abs(held)/f;
  end when;
  high_p = held > 0 and time < finish;
  high_n = held < 0 and time < finish;
  annotation(Documentation(info="<html>
<p>A pulse is abs(d)/f long; the sign of d chooses the leg that is switched, the other stays low. Both edges are time events, met
exactly.</p>
</html>"));
end PWM;
