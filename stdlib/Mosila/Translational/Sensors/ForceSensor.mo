within Mosila.Translational.Sensors;
model ForceSensor "Measures the force in a rod"
  extends Interfaces.TwoFlanges;
  Blocks.Interfaces.RealOutput f(unit="N") "Force from flange_a to flange_b";
equation
  flange_a.s = flange_b.s;
  0 = flange_a.f + flange_b.f;
  f = flange_a.f;
  annotation(Documentation(info="<html>
<p>It moves as one piece.</p>
</html>"));
end ForceSensor;
