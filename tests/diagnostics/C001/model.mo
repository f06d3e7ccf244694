connector Pin
  Real v;
  flow Real i;
end Pin;

model Source
  Pin p;
  Real ground;
equation
  p.v = 10;
  ground = 0;
end Source;

model Circuit
  Source left, right;
equation
  connect(left.p, right.ground);
end Circuit;
