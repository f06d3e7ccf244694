record Point
  Real x;
  Real y;
equation
  y = 2 * x;
end Point;

model Plane
  Point p(x = 1);
end Plane;
