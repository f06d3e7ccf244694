within Mosila.Translational.Sensors;
model SpeedSensor "Measures the velocity of a flange"
  Interfaces.Flange_a flange "Flange";
  Blocks.Interfaces.RealOutput v(unit="m/s") "Velocity";
equation
  flange.f = 0;
  v = der(flange.s);
  annotation(Documentation(info="<html>
<p>No force acts on it.</p>
</html>"));
end SpeedSensor;
