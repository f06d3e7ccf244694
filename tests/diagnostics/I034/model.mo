package Parts
  replaceable model Pump
    Real flow_rate = 1;
  end Pump;
end Parts;

model BigPump
  extends Parts.Pump;
end BigPump;
