model Ball
  Real h = 10;
  Real v(start = 0);
equation
  der(h) = v;
  der(v) = -9.81;
end Ball;
