// mosila check model.mo
model Level
  Real h = time;
  Boolean full = h == 0.5;
end Level;
