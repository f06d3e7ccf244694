within Mosila.Translational.Components;
model Mass "Sliding mass"
  extends Interfaces.TwoFlanges;
  parameter SI.Mass m(min=0) = 1 "Mass";
  parameter SI.Length L = 0 "Length, from flange_a to flange_b";
  SI.Position s(start=0) "Position of the centre";
  SI.Velocity v(start=0) "Velocity";
  SI.Acceleration a "Acceleration";
equation
  flange_a.s = s - L/2;
  flange_b.s = s + L/2;
  v = der(s);
  a = der(v);
  m*a = flange_a.f + flange_b.f;
  annotation(Documentation(info="<html>
<p>m*der(v) is the sum of both forces. Start values are s(start=..., fixed=true) and v(start=..., fixed=true).</p>
</html>"));
end Mass;
