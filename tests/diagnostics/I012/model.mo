// mosila check model.mo Circuit
model Wire
  Real v = 1;
  annotation(obsolete = "use Cable instead");
end Wire;

model Circuit
  Wire w;
end Circuit;
