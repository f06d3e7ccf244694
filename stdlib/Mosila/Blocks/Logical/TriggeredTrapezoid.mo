within Mosila.Blocks.Logical;
block TriggeredTrapezoid "A ramp up when the input becomes true, a ramp down when it becomes false"
  parameter Real amplitude = 1 "Height";
  parameter SI.Time rising(min=1e-12) = 0.1 "Time of a full rise";
  parameter SI.Time falling(min=1e-12) = rising "Time of a full fall";
  parameter Real offset = 0 "Output while false";
  Interfaces.BooleanInput u "Up or down";
  Interfaces.RealOutput y "Output";
protected
  discrete SI.Time begin(start=-1e10, fixed=true) "Begin of this ramp";
  discrete Real from(start=0, fixed=true) "Height at that time";
  Real height "Height above offset";
equation
  when change(u) then
    begin = time;
    from = pre(height);
  end when;
  height =
    if u then smooth(0, min(amplitude, from + amplitude*(time - begin)/rising))
    else smooth(0, max(0, from - amplitude*(time - begin)/falling));
  y = offset + height;
  annotation(Documentation(info="<html>
<p>A new ramp begins where the last one has come to.</p>
</html>"));
end TriggeredTrapezoid;
