model Reading
  Real v[3] = {10, 20, 30};
  Integer i = integer(1 + 4 * time);
  Real a = v[i];
end Reading;
