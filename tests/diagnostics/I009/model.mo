// mosila check model.mo Uses
impure function measure
  output Real y;
algorithm
  y := 1;
end measure;

model Uses
  Real x = measure();
end Uses;
