model Motor
  Real speed = 1;
end Motor;

model Lamp
  Real light = 1;
end Lamp;

model Drive
  replaceable Motor motor;
end Drive;

model Uses
  Drive drive(redeclare Lamp motor);
end Uses;
