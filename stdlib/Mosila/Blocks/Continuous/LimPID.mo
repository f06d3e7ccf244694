within Mosila.Blocks.Continuous;
block LimPID "PID controller with limited output and anti-windup"
  parameter Real k(unit="1") = 1 "Gain";
  parameter SI.Time Ti(min=1e-12) = 0.5 "Reset time";
  parameter SI.Time Td(min=0) = 0.1 "Rate time; 0: a PI controller";
  parameter Real yMax = 1 "Upper limit of the output";
  parameter Real yMin = -yMax "Lower limit of the output";
  parameter Real wp(min=0) = 1 "Weight of the set point in the proportional part";
  parameter Real wd(min=0) = 0 "Weight of the set point in the derivative part";
  parameter Real Ni(min=1e-12) = 0.9 "With Ti: how fast the integral leaves a limit";
  parameter Real Nd(min=1e-12) = 10 "The lag of the derivative is Td/Nd";
  parameter Real xi_start = 0 "State of the integral at the start";
  parameter Real xd_start = 0 "State of the derivative at the start";
  Interfaces.RealInput u_s "Set point";
  Interfaces.RealInput u_m "Measured value";
  Interfaces.RealOutput y "Output, within its limits";
  Real xi(start=xi_start, fixed=true) "State of the integral";
  Real xd(start=xd_start, fixed=true) "State of the derivative";
  Real free "Output if there were no limits";
protected
  parameter SI.Time T = max(Td/Nd, 1e-9) "Lag of the derivative";
  Real rate = if Td > 0 then (wd*u_s - u_m - xd)/T else 0 "Derivative part";
equation
  free = k*(wp*u_s - u_m + xi + Td*rate);
  y = if free > yMax then yMax elseif free < yMin then yMin else free;
  der(xi) = (u_s - u_m + (y - free)/(k*Ni))/Ti;
  der(xd) = rate;
  annotation(Documentation(info="<html>
<p>While the output is at a limit the integral is drawn back, so that it can leave the limit without delay.</p>
</html>"));
end LimPID;
