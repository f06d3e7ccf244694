model Tank
  Real Größe(start = 1);
  Real älter = Größe;
equation
  der(Größe) = -Größe;
end Tank;
