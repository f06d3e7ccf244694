connector Pin
  Real v;
  flow Real i;
end Pin;

expandable connector Bus
end Bus;

model Load
  Pin p;
equation
  p.i = p.v;
end Load;

model Plant
  Bus bus;
  Load a;
equation
  connect(bus, a.p);
end Plant;
