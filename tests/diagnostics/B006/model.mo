model Latch
  Boolean set, reset;
equation
  set = not reset or time > 1;
  reset = not set;
end Latch;
