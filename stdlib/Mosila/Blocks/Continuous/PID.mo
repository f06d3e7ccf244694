within Mosila.Blocks.Continuous;
block PID "Proportional, integral and derivative controller"
  extends Interfaces.SISO;
  parameter Real k(unit="1") = 1 "Gain";
  parameter SI.Time Ti(min=1e-12) = 0.5 "Reset time";
  parameter SI.Time Td(min=0) = 0.1 "Rate time";
  parameter Real Nd(min=1e-12) = 10 "The lag of the derivative is Td/Nd";
  parameter Real xi_start = 0 "State of the integral at the start";
  parameter Real xd_start = 0 "State of the derivative at the start";
  Real xi(start=xi_start, fixed=true) "Integral of u/Ti";
  Real xd(start=xd_start, fixed=true) "Input with the lag of the derivative";
protected
  parameter SI.Time T = max(Td/Nd, 1e-12) "Lag of the derivative";
equation
  der(xi) = u/Ti;
  der(xd) = (u - xd)/T;
  y = k*(u + xi + Td*(u - xd)/T);
  annotation(Documentation(info="<html>
<p>Transfer function k*(1 + 1/(Ti*s) + Td*s/(Td/Nd*s + 1)).</p>
</html>"));
end PID;
