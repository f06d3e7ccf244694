within Mosila.Translational.Components;
model ElastoGap "Elastic stop: spring and damper that push and never pull"
  extends Interfaces.CompliantWithSpeed;
  parameter SI.TranslationalSpringConstant c(min=0) = 1 "Stiffness";
  parameter SI.TranslationalDampingConstant d(min=0) = 1 "Damping";
  parameter SI.Position s_rel0 = 0 "Distance at which both sides touch";
  Boolean contact "Whether they touch";
equation
  contact = s_rel < s_rel0;
  f = if contact then min(0, c*(s_rel - s_rel0) + d*v_rel) else 0;
  annotation(Documentation(info="<html>
<p>No force while s_rel is larger than s_rel0.</p>
</html>"));
end ElastoGap;
