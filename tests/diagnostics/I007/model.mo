// mosila check model.mo
model Valve
  Real x = time;
  Real y, z;
equation
  if x > 0.5 then
    y = 1;
    z = 2;
  else
    y = 0;
  end if;
end Valve;
