model Tank
  parameter Boolean heated = true;
  Real power = 100 if heated;
  Real energy(start = 0, fixed = true);
equation
  der(energy) = power;
end Tank;
