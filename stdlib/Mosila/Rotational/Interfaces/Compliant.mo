within Mosila.Rotational.Interfaces;
partial model Compliant "Something without inertia between two flanges"
  extends TwoFlanges;
  SI.Angle phi_rel(start=0) "Angle of flange_b minus angle of flange_a";
  SI.Torque tau "Torque between the flanges";
equation
  phi_rel = flange_b.phi - flange_a.phi;
  flange_b.tau = tau;
  flange_a.tau = -tau;
  annotation(Documentation(info="<html>
<p>A component that extends this says how tau depends on phi_rel.</p>
</html>"));
end Compliant;
