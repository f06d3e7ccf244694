model Filter
  Real u = sin(time);
  Real y;
equation
  y = hold(u);
end Filter;
