expandable connector Bus
  Real speed;
end Bus;

model Plant
  Bus bus(speed = 1);
end Plant;
