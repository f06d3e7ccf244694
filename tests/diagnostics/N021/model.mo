model Pump
  Real flow_rate = 1;
end Pump;

model Plant
  Pump Pump;
end Plant;
