within Mosila.Translational.Components;
model Rod "Rod without mass"
  extends Interfaces.TwoFlanges;
  parameter SI.Length L = 0 "Length, from flange_a to flange_b";
equation
  flange_b.s = flange_a.s + L;
  0 = flange_a.f + flange_b.f;
  annotation(Documentation(info="<html>
<p>Keeps a distance.</p>
</html>"));
end Rod;
