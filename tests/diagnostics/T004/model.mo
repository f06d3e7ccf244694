model Rod
  Integer n = if time < 1 then 2 else 3;
  Real T[n];
equation
  T = fill(293, n);
end Rod;
