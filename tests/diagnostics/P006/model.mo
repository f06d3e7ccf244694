model Tank
  Real level(start = 1) "height of the water;
equation
  der(level) = -level;
end Tank;
