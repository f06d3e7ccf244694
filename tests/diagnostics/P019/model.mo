model Tank
  Real 'level of the water(start = 1);
equation
  der('level of the water') = -1;
end Tank;
