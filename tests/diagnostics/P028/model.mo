model Tank
  Real level(start = 1);
equation
  if level > 0 then
    der(level) = -1;
  else
    der(level) = 0;
  end;
end;
