model Tank
  parameter Real area = 2;
  Real level(start = 1);
  Real outflow;
equation
  area * der(level) = -outflow;
  outflow = 0.1 * level;
  outflow = 0.5;
end Tank;
