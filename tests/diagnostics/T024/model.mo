// mosila check model.mo Uses
function law
  input Real x;
  output Real y;
end law;

model Uses
  Real y = law(time);
end Uses;
