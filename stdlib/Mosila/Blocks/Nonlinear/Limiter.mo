within Mosila.Blocks.Nonlinear;
block Limiter "Limits a signal"
  extends Interfaces.SISO;
  parameter Real uMax = 1 "Upper limit";
  parameter Real uMin = -uMax "Lower limit";
equation
  y = if u > uMax then uMax elseif u < uMin then uMin else u;
  annotation(Documentation(info="<html>
<p>The input within its limits.</p>
</html>"));
end Limiter;
