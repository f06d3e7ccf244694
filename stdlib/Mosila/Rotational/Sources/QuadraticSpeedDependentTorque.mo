within Mosila.Rotational.Sources;
model QuadraticSpeedDependentTorque "A load that grows with the square of the speed"
  parameter SI.Torque tau_nominal = -1 "Torque at nominal speed; negative brakes";
  parameter SI.AngularVelocity w_nominal(min=1e-12) = 1 "Nominal speed";
  Interfaces.Flange_b flange "Flange";
  SI.AngularVelocity w "Speed of the flange";
equation
  w = der(flange.phi);
  flange.tau = -tau_nominal*(w/w_nominal)*abs(w/w_nominal);
  annotation(Documentation(info="<html>
<p>A fan or a propeller; the torque changes its sign with the speed.</p>
</html>"));
end QuadraticSpeedDependentTorque;
