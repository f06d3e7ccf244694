connector Plug
  parameter Integer phases = 3;
  Real v;
  flow Real i;
end Plug;

model Load
  Plug p;
equation
  p.i = p.v - 1;
end Load;

model Circuit
  Load a;
  Load b(p(phases = 1));
equation
  connect(a.p, b.p);
end Circuit;
