model Pendulum
  Real angle(start = 0.1);
  Real speed;
equation
  der(angle) = speed;
  der(speed) = -9.81 * sin(angle));
end Pendulum;
