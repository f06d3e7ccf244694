connector Pin
  Real v;
  flow Real i;
end Pin;

model Load
  Pin p;
equation
  p.i = p.v;
end Load;

model Box
  Load l;
end Box;

model Circuit
  Pin p(v = 1);
  Box b;
equation
  connect(p, b.l.p);
end Circuit;
