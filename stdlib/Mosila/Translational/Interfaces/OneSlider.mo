within Mosila.Translational.Interfaces;
partial model OneSlider "Something that slides along the housing, both flanges in one place"
  extends TwoFlanges;
  SI.Position s(start=0) "Position";
  SI.Velocity v(start=0) "Velocity";
  SI.Force f "Force of the housing against the motion";
equation
  s = flange_a.s;
  s = flange_b.s;
  v = der(s);
  0 = flange_a.f + flange_b.f - f;
  annotation(Documentation(info="<html>
<p>A component that extends this says what the force of the housing is.</p>
</html>"));
end OneSlider;
