within Mosila.Blocks.Nonlinear;
block SlewRateLimiter "Limits the rate of a signal"
  extends Interfaces.SISO(y(start=y_start, fixed=true));
  parameter Real Rising(unit="1/s", min=0) = 1 "Fastest rise";
  parameter Real Falling(unit="1/s", max=0) = -Rising "Fastest fall";
  parameter SI.Time Td(min=1e-12) = 1e-3 "Time constant with which the output follows where the rate allows it";
  parameter Real y_start = 0 "Output at the start";
protected
  Real wanted(unit="1/s") = (u - y)/Td "Rate without limits";
equation
  der(y) = if wanted > Rising then Rising elseif wanted < Falling then Falling else wanted;
  annotation(Documentation(info="<html>
<p>The output follows the input with the time constant Td, but no faster than Rising and Falling.</p>
</html>"));
end SlewRateLimiter;
