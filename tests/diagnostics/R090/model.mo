function root
  input Real x;
  output Real y;
algorithm
  assert(x > 0, "x must be positive");
  y := sqrt(x);
end root;

model Sinking
  Real x(start = 1, fixed = true);
  Real y;
equation
  der(x) = -2;
  y = root(x);
end Sinking;
