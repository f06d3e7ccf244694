model Tank
  Real level(start = 1);
equation
  if time < 1 them
    der(level) = -level;
  else
    der(level) = 0;
  end if;
end Tank;
