connector Pin
  Real v;
  flow Real i;
end Pin;

model Load
  Pin p;
equation
  p.i = p.v - 1;
end Load;

model User
  outer Load a;
  outer Load b;
equation
  connect(a.p, b.p);
end User;

model Circuit
  inner Load a;
  inner Load b;
  User u;
end Circuit;
