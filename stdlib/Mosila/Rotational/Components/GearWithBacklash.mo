within Mosila.Rotational.Components;
model GearWithBacklash "Gear with hard play on the side of flange_b"
  extends Interfaces.TwoFlanges;
  parameter Real ratio = 1 "Angle of flange_a per angle of flange_b";
  parameter SI.Angle b(min=0) = 0.01 "Whole play, as seen from flange_b";
  SI.Angle play = backlash.phi_rel "Angle of flange_b ahead of the gear";
protected
  IdealGear gear(final ratio=ratio);
  Backlash backlash(final b=b);
equation
  connect(flange_a, gear.flange_a);
  connect(gear.flange_b, backlash.flange_a);
  connect(backlash.flange_b, flange_b);
  annotation(Documentation(info="<html>
<p>An ideal gear, and behind it a play in which nothing is transmitted.</p>
</html>"));
end GearWithBacklash;
