model Valve
  Boolean open = time > 1;
  Real flow_rate;
equation
  flow_rate = 2 * open;
end Valve;
