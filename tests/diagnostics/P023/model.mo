model Tank
  Real level(start = 1);
  Real outflow;
  outflow = 0.1 * level;
  when level < 0.5
    reinit(level, 1);
  end when;
  for i in 1:1
    der(level) = -outflow;
  end for;
end Tank;
