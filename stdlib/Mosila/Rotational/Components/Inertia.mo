within Mosila.Rotational.Components;
model Inertia "Shaft with inertia"
  extends Interfaces.TwoFlanges;
  parameter SI.Inertia J(min=0) = 1 "Moment of inertia";
  SI.Angle phi(start=0) "Angle";
  SI.AngularVelocity w(start=0) "Angular velocity";
  SI.AngularAcceleration a "Angular acceleration";
equation
  phi = flange_a.phi;
  phi = flange_b.phi;
  w = der(phi);
  a = der(w);
  J*a = flange_a.tau + flange_b.tau;
  annotation(Documentation(info="<html>
<p>J*der(w) is the sum of both torques. Start values are phi(start=..., fixed=true) and w(start=..., fixed=true).</p>
</html>"));
end Inertia;
