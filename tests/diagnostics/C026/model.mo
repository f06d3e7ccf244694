// mosila check model.mo
block Gain
  input Real u;
  output Real y = 2 * u;
equation
  u = 3;
end Gain;
