within Mosila.Rotational.Sensors;
model TorqueSensor "Measures the torque in a shaft"
  extends Interfaces.TwoFlanges;
  Blocks.Interfaces.RealOutput tau(unit="N.m") "Torque from flange_a to flange_b";
equation
  flange_a.phi = flange_b.phi;
  0 = flange_a.tau + flange_b.tau;
  tau = flange_a.tau;
  annotation(Documentation(info="<html>
<p>It turns as one piece.</p>
</html>"));
end TorqueSensor;
