model Filter
  Real u = sin(time);
  Real y;
algorithm
  y := 2 * u;
end Filter;
