model Mixture
  Real a = if time > 0.5 then 2 else 1, b = 4;
  Real x, y;
equation
  x + a * y = time;
  2 * x + b * y = 1;
end Mixture;
