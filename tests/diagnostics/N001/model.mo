model Heater
  Temperature T(start = 293);
equation
  der(T) = 1;
end Heater;
