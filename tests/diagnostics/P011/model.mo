model Tank
  Real level(start = 1);
equation
  der(level) = 2 − level;
end Tank;
