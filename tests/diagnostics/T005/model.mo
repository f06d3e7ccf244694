model Wave
  Real y;
equation
  y = sin(time, 0.5);
end Wave;
