model Tank
  Real level(start = 1);
  Real volume;
equation
  der(level) = -level;
  volume = 2 * level;
  when level < 0.5 then
    reinit(volume, 3);
  end when;
end Tank;
