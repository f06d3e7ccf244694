model Blinker
  Real x(start = 1);
  discrete Integer n(start = 0);
equation
  der(x) = -1;
  n = if x < 0.5 then pre(n) + 1 else 0;
end Blinker;
