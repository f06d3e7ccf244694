within Mosila.Translational.Interfaces;
partial model Compliant "Something without mass between two flanges"
  extends TwoFlanges;
  SI.Position s_rel(start=0) "Position of flange_b minus position of flange_a";
  SI.Force f "Force between the flanges, positive if they are pulled apart";
equation
  s_rel = flange_b.s - flange_a.s;
  flange_b.f = f;
  flange_a.f = -f;
  annotation(Documentation(info="<html>
<p>A component that extends this says how f depends on s_rel.</p>
</html>"));
end Compliant;
