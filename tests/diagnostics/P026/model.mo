model Tank
  parameter Real area = 2,
  Real level(start = 1);
equation
  area * der(level) = -level,
end Tank;
