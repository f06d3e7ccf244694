model Wall
  Real load = 2;
  Real x(start = 1);
equation
  x ^ 2 + exp(x) + load = 0;
end Wall;
