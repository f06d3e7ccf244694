model Mixture
  parameter Real a = 2, b = 4;
  Real x, y;
equation
  x + a * y = time;
  2 * x + b * y = 1;
end Mixture;
