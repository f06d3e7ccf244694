function table
  input Real x;
  output Real y;
algorithm
  assert(x < 0.5, "the table ends at 0.5", AssertionLevel.warning);
  y := min(x, 0.5);
end table;

model Looking
  Real y;
equation
  y = table(time);
end Looking;
