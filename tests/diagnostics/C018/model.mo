expandable connector Bus
end Bus;

model Plant
  Bus a;
  Bus b;
equation
  connect(a.speed, b.speed);
end Plant;
