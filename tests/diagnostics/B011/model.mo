model Start "Nothing says what the gain is."
  parameter Real gain(fixed = false);
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Start;
