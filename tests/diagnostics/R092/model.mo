function halve
  input Real x;
  output Real y;
algorithm
  y := x;
  while y > 0.5 or y <= 0.5 loop
    y := y / 2;
  end while;
end halve;

model Endless
  Real x(start = 1, fixed = true);
equation
  der(x) = -halve(x);
end Endless;
