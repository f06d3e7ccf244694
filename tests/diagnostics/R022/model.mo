model Start "One initial equation for two states."
  Real x(start = 1), v(start = 3), y;
initial equation
  y = 4;
equation
  der(x) = v;
  der(v) = -x;
  y = x^2 + v;
end Start;
