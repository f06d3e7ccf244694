model Wall
  Real load = if time > 0.5 then 2 else -2;
  Real x(start = 1);
equation
  x ^ 2 + exp(x) + load = 0;
end Wall;
