within Mosila.Translational.Sensors;
model PositionSensor "Measures the position of a flange"
  Interfaces.Flange_a flange "Flange";
  Blocks.Interfaces.RealOutput s(unit="m") "Position";
equation
  flange.f = 0;
  s = flange.s;
  annotation(Documentation(info="<html>
<p>No force acts on it.</p>
</html>"));
end PositionSensor;
