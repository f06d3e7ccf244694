connector Signals
  input Real u;
  input Real v;
end Signals;

model Plant
  output Signals s;
equation
  s.u = 1;
  s.v = 2;
end Plant;
