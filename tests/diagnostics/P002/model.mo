model Tank
  Real level(start = 1)
  Real outflow;
equation
  der(level) = -outflow
  outflow = 0.1 * level;
end Tank;
