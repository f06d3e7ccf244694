connector Pin
  Real v;
  flow Real i;
end Pin;

connector Flange
  Real phi;
  flow Real tau;
end Flange;

model Battery
  Pin p;
equation
  p.v = 12;
end Battery;

model Motor
  Flange shaft;
equation
  shaft.phi = time;
end Motor;

model Drive
  Battery battery;
  Motor motor;
equation
  connect(battery.p, motor.shaft);
end Drive;
