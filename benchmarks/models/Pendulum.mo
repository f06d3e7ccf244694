model Pendulum "a mass on a rod in Cartesian coordinates, let go from the side: an equation system of index 3"
  parameter Real L = 1, g = 9.81;
  Real x(start = 1), y(start = 0, fixed = true), vx(start = 0), vy(start = 0, fixed = true), force;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -force*x;
  der(vy) = -force*y - g;
  x^2 + y^2 = L^2;
end Pendulum;
