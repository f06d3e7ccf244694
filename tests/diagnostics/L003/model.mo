model Machine
  Lib.Part part;
  annotation(uses(Lib(version="2.0.0")));
end Machine;
