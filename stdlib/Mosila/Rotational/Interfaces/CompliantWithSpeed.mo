within Mosila.Rotational.Interfaces;
partial model CompliantWithSpeed "Something without inertia between two flanges that depends on their relative speed"
  extends Compliant;
  SI.AngularVelocity w_rel(start=0) "Rate of phi_rel";
equation
  w_rel = der(phi_rel);
  annotation(Documentation(info="<html>
<p>A component that extends this says how tau depends on phi_rel and w_rel.</p>
</html>"));
end CompliantWithSpeed;
