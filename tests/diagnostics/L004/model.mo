model Machine
  Lib.Part part;
end Machine;
