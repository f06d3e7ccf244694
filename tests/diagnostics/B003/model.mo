model Circuit
  Real u, i, p;
equation
  u = 230;
  u = 100 * sin(time);
  p = u * i;
end Circuit;
