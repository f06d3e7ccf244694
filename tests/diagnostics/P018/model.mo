model Polar
  Real r, phi;
algorithm
  (r, 2 * phi) := polar(3, 4);
end Polar;
