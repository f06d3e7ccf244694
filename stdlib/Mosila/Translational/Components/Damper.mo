within Mosila.Translational.Components;
model Damper "Linear damper"
  extends Interfaces.CompliantWithSpeed;
  parameter SI.TranslationalDampingConstant d(min=0) = 1 "Damping";
  SI.Power lossPower "Heat that it makes";
equation
  f = d*v_rel;
  lossPower = f*v_rel;
  annotation(Documentation(info="<html>
<p>f = d*v_rel.</p>
</html>"));
end Damper;
