model Valve
  Real u = time - 1;
  Real flow_rate;
equation
  if u < 0 then
    flow_rate = 0;
  else if u > 1 then
    flow_rate = 1;
  else
    flow_rate = u;
  end if;
end Valve;
