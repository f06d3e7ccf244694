model Tank
  Real level(start = 1);
equation
  der(level) = -level;
end Tank;

model Plant
  Tank tank;
  Real sensor;
equation
  sensor = 2 * tank;
end Plant;
