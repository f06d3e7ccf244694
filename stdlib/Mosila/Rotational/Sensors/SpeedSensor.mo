within Mosila.Rotational.Sensors;
model SpeedSensor "Measures the angular velocity of a flange"
  Interfaces.Flange_a flange "Flange";
  Blocks.Interfaces.RealOutput w(unit="rad/s") "Angular velocity";
equation
  flange.tau = 0;
  w = der(flange.phi);
  annotation(Documentation(info="<html>
<p>No torque acts on it.</p>
</html>"));
end SpeedSensor;
