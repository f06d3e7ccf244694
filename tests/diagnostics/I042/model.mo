model Base
  replaceable constant Real limit = 1;
  Real x = limit;
end Base;

model Uses
  Base b(redeclare Real limit = 2);
end Uses;
