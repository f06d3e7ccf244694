model VanDerPol "mu = 1000: long crawls, quick jumps"
  parameter Real mu = 1000;
  Real x(start = 2, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = y;
  der(y) = mu * (1 - x ^ 2) * y - x;
end VanDerPol;
