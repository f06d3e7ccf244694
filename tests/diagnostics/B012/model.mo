// mosila check model.mo Circuit
connector Pin
  Real v;
  flow Real i;
end Pin;

model Probe
  Pin p;
end Probe;

model Source
  Pin p;
equation
  p.v = 12;
  p.i = 0;
end Source;

model Circuit
  Probe probe;
  Source source;
equation
  connect(probe.p, source.p);
end Circuit;
