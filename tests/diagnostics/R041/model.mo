model Tank "runs dry"
  Real level(start = 1, fixed = true);
equation
  der(level) = -2;
  assert(level > 0.25, "the level is " + String(level) + ", the pump needs more");
end Tank;
