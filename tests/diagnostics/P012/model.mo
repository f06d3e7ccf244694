package Plant
  model Tank
    Real level(start = 1);
  equation
    der(level) = -level;
  end Tank;
