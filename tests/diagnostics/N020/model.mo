model Count
  Real Integer = 1;
end Count;
