model Tank "gets low"
  Real level(start = 1, fixed = true);
equation
  der(level) = -2 * level;
  assert(level > 0.25, "the level is low", AssertionLevel.warning);
end Tank;
