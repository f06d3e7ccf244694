model Mass
  parameter Real m = 1;
  Real v(start = 0);
  Real m;
equation
  der(v) = 1 / m;
end Mass;
