model Motor
  Real speed = 1;
end Motor;

model Drive
  parameter Motor motor;
end Drive;
