model Wave
  Real y = smooth(order = 1, if time < 1 then 0 else time - 1);
end Wave;
