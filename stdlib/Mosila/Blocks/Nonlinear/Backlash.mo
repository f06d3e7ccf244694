within Mosila.Blocks.Nonlinear;
block Backlash "Play between input and output"
  extends Interfaces.SISO;
  parameter Real b(min=0) = 1 "Width of the play: the output rests while the input moves by as much";
  parameter Real y_start = 0 "Output at the start";
  Integer contact(start=0, fixed=true) "1: pushed up, -1: pushed down, 0: at rest";
protected
  discrete Real rest(start=y_start, fixed=true) "Output while at rest";
  Real rate = der(u) "Rate of the input";
equation
  when u > pre(rest) + b/2 and pre(contact) == 0 then
    contact = 1;
    rest = pre(rest);
  elsewhen u < pre(rest) - b/2 and pre(contact) == 0 then
    contact = -1;
    rest = pre(rest);
  elsewhen pre(contact) == 1 and rate < 0 then
    contact = 0;
    rest = u - b/2;
  elsewhen pre(contact) == -1 and rate > 0 then
    contact = 0;
    rest = u + b/2;
  end when;
  y = if contact == 1 then u - b/2 elseif contact == -1 then u + b/2 else rest;
  annotation(Documentation(info="<html>
<p>The output follows the input at a distance of b/2 behind; when the input turns, the output rests until the play is used up. The
input must be differentiable.</p>
</html>"));
end Backlash;
