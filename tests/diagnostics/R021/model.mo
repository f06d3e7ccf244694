model Start "Two initial equations for one state."
  Real x, y;
initial equation
  x = 2;
  y = 5;
equation
  der(x) = -x;
  y = 2 * x;
end Start;
