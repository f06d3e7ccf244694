model Clock
  Real t = time;
end Clock;

model Watch
  Real t = 2 * time;
end Watch;
