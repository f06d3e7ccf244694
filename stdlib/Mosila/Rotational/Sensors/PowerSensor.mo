within Mosila.Rotational.Sensors;
model PowerSensor "Measures the power in a shaft"
  extends Interfaces.TwoFlanges;
  Blocks.Interfaces.RealOutput power(unit="W") "Power from flange_a to flange_b";
equation
  flange_a.phi = flange_b.phi;
  0 = flange_a.tau + flange_b.tau;
  power = flange_a.tau*der(flange_a.phi);
  annotation(Documentation(info="<html>
<p>It turns as one piece.</p>
</html>"));
end PowerSensor;
