model Tank
  Real level(start = 1);
equation
  if level = 0 then
    der(level) = 0;
  else
    der(level) = -1;
  end if;
end Tank;
