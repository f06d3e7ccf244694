within Mosila.Blocks.Continuous;
block Derivative "Derivative with a lag"
  extends Interfaces.SISO;
  parameter Real k(unit="1") = 1 "Gain";
  parameter SI.Time T(min=1e-12) = 0.01 "Time constant of the lag";
  parameter Real x_start = 0 "State at the start";
  Real x(start=x_start, fixed=true) "Input with a lag";
equation
  der(x) = (u - x)/T;
  y = k*(u - x)/T;
  annotation(Documentation(info="<html>
<p>Transfer function k*s/(T*s + 1).</p>
</html>"));
end Derivative;
