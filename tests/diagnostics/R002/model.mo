model Reaction
  Real x(start = 1);
equation
  der(x) = x ^ 2;
end Reaction;
