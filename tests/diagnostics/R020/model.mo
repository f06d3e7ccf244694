model Start "No start of x makes y negative."
  Real x;
  Real y(start = -4, fixed = true);
equation
  der(x) = -x;
  y = x^2;
end Start;
