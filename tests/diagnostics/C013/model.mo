connector Port
  Real p;
  Real h0;
  flow Real m;
  flow Real n;
  stream Real h;
end Port;

model Vessel
  Port a(p = 1, h0 = 1, h = 2);
end Vessel;
