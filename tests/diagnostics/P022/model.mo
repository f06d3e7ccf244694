model Tank
  Real level(start = 1);
equation
  der(level) = -outflow;
  Real outflow;
  outflow = 0.1 * level;
end Tank;
