within Mosila.Rotational.Components;
model BearingFriction "Coulomb friction against the housing, with sticking"
  extends Interfaces.TwoFlanges;
  extends Structural.StickSlip(capacity=tau_slip);
  parameter SI.Torque tau_slip(min=0) = 1 "Friction torque while it turns";
  SI.Angle phi(start=0) "Angle";
  SI.AngularVelocity w(start=0) "Angular velocity";
  SI.Torque tau "Friction torque";
equation
  phi = flange_a.phi;
  phi = flange_b.phi;
  w = der(phi);
  across = w;
  through = tau;
  0 = flange_a.tau + flange_b.tau - tau;
  annotation(Documentation(info="<html>
<p>While the shaft turns the friction torque acts against it; at rest it takes what torque acts, up to peak*tau_slip.</p>
</html>"));
end BearingFriction;
