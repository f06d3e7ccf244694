partial package Medium
  constant Real density = 1000;
end Medium;

model Pipe
  Real mass = 2 * Medium.density;
end Pipe;
