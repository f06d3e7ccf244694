model Beam
  Real position[3];
  Real load[4];
equation
  load = {1, 2, 3, 4};
  position = 0.1 * load;
end Beam;
