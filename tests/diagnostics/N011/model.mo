// mosila check model.mo Plant
model Pump
  Real rate = 2*inner_pressure;
protected
  Real inner_pressure = time;
end Pump;

model Plant
  Pump pump;
  Real shown = pump.inner_pressure;
end Plant;
