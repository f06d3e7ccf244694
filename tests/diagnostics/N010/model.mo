// mosila check model.mo
model Heater
  parameter Boolean withFan = false;
  Real fan = 2*time if withFan;
  Real heat;
equation
  heat = 5 + fan;
end Heater;
