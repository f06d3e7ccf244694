model Resistor
  parameter Real R = 1;
  Real v, i;
equation
  v = R * i;
  i = 1;
end Resistor;

model Circuit
  Resistor load(r = 100);
end Circuit;
