model Pump
  Real flow_rate = 2 * speed;
protected
  Real speed = 1;
end Pump;

model Plant
  Pump pump(speed = 3);
end Plant;
