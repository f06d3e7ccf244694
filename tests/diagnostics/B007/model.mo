model Triangle
  Real a, b, c;
equation
  a = sin(time);
  a = b;
  b = c;
  c = a;
end Triangle;
