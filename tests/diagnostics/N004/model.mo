// mosila simulate model.mo Pump
model Pump
  extends Machine;
end Pump;

model Machine
  extends Device;
end Machine;

model Device
  extends Pump;
end Device;
