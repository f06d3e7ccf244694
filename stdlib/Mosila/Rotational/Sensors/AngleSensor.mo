within Mosila.Rotational.Sensors;
model AngleSensor "Measures the angle of a flange"
  Interfaces.Flange_a flange "Flange";
  Blocks.Interfaces.RealOutput phi(unit="rad") "Angle";
equation
  flange.tau = 0;
  phi = flange.phi;
  annotation(Documentation(info="<html>
<p>No torque acts on it.</p>
</html>"));
end AngleSensor;
