model Heater
  parameter Real R = 2;
  Real u(start = 6, fixed = true);
  Real i(start = 1, fixed = true);
  Real q(start = 0, fixed = true);
equation
  der(u) = -i;
  der(q) = u * i;
  u = R * i;
end Heater;
