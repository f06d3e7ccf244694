model Spring
  Real force = 1;
end Spring;

model Car
  Spring front = 5;
end Car;
