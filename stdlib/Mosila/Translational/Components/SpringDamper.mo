within Mosila.Translational.Components;
model SpringDamper "Linear spring and damper in parallel"
  extends Interfaces.CompliantWithSpeed;
  parameter SI.TranslationalSpringConstant c(min=0) = 1 "Stiffness";
  parameter SI.TranslationalDampingConstant d(min=0) = 1 "Damping";
  parameter SI.Distance s_rel0 = 0 "Length without force at rest";
  SI.Power lossPower "Heat that it makes";
equation
  f = c*(s_rel - s_rel0) + d*v_rel;
  lossPower = d*v_rel^2;
  annotation(Documentation(info="<html>
<p>f = c*(s_rel - s_rel0) + d*v_rel.</p>
</html>"));
end SpringDamper;
