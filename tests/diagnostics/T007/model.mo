// mosila check model.mo
model Division
  Real a[2] = {1, 2}*time;
  Real b[2] = {3, 4};
  Real c[2] = a/b;
end Division;
