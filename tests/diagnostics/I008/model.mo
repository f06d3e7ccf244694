// mosila check model.mo
model Grid "Cells of a grid that is far too fine"
  parameter Integer n = 100000;
  Real temperature[n, n];
equation
  temperature = fill(293.15, n, n);
end Grid;
