// mosila check model.mo Plant
model Motor
  final parameter Real poles = 4;
  Real speed = poles*time;
end Motor;

model Plant
  Motor motor(poles = 6);
end Plant;
