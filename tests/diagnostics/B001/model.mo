model Tank
  parameter Real area = 2;
  Real level(start = 1);
  Real inflow, outflow;
equation
  area * der(level) = inflow - outflow;
  outflow = 0.1 * level;
end Tank;
