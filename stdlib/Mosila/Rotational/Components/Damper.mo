within Mosila.Rotational.Components;
model Damper "Linear damper"
  extends Interfaces.CompliantWithSpeed;
  parameter SI.RotationalDampingConstant d(min=0) = 1 "Damping";
  SI.Power lossPower "Heat that it makes";
equation
  tau = d*w_rel;
  lossPower = tau*w_rel;
  annotation(Documentation(info="<html>
<p>tau = d*w_rel.</p>
</html>"));
end Damper;
