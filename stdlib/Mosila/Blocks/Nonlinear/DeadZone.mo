within Mosila.Blocks.Nonlinear;
block DeadZone "Lets nothing pass near zero"
  extends Interfaces.SISO;
  parameter Real uMax = 1 "Upper end of the dead zone";
  parameter Real uMin = -uMax "Lower end of the dead zone";
equation
  y = if u > uMax then u - uMax elseif u < uMin then u - uMin else 0;
  annotation(Documentation(info="<html>
<p>Zero in the dead zone, beyond it what the input exceeds it by.</p>
</html>"));
end DeadZone;
