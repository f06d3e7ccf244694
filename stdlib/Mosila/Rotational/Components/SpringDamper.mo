within Mosila.Rotational.Components;
model SpringDamper "Linear spring and damper in parallel"
  extends Interfaces.CompliantWithSpeed;
  parameter SI.RotationalSpringConstant c(min=0) = 1e5 "Stiffness";
  parameter SI.RotationalDampingConstant d(min=0) = 1 "Damping";
  parameter SI.Angle phi_rel0 = 0 "Relative angle without torque at rest";
  SI.Power lossPower "Heat that it makes";
equation
  tau = c*(phi_rel - phi_rel0) + d*w_rel;
  lossPower = d*w_rel^2;
  annotation(Documentation(info="<html>
<p>tau = c*(phi_rel - phi_rel0) + d*w_rel.</p>
</html>"));
end SpringDamper;
