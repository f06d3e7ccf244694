// mosila check model.mo Plant
model Motor
  Real heat = time;
end Motor;

model Drive
  Motor motor;
end Drive;

model BigMotor
  Real heat = 2*time;
end BigMotor;

model Plant
  Drive drive(redeclare BigMotor motor);
end Plant;
