type Mode = enumeration(start, stop);

model Machine
  parameter Mode mode = Mode.stop;
end Machine;
