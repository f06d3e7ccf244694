partial model TwoPole
  Real v, i;
end TwoPole;

model Circuit
  TwoPole load;
equation
  load.v = 10;
end Circuit;
