model Pendulum
  parameter Real length = 1;
  Real angle(start = 0.1);
  Real speed;
equation
  der(angle) = speed;
  der(speed) = -9.81 / lenght * sin(angle);
end Pendulum;
