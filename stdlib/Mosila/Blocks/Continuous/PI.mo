within Mosila.Blocks.Continuous;
block PI "Proportional and integral controller"
  extends Interfaces.SISO;
  parameter Real k(unit="1") = 1 "Gain";
  parameter SI.Time T(min=1e-12) = 1 "Reset time";
  parameter Real x_start = 0 "State at the start";
  Real x(start=x_start, fixed=true) "Integral of u/T";
equation
  der(x) = u/T;
  y = k*(x + u);
  annotation(Documentation(info="<html>
<p>Transfer function k*(1 + 1/(T*s)).</p>
</html>"));
end PI;
