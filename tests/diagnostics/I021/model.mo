// mosila check model.mo Plant
model Motor
  parameter Real power = 4;
  Real heat = power*time;
end Motor;

model Plant
  Motor motor(power = 6, power = 7);
end Plant;
