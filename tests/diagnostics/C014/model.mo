connector Port
  Real p;
  flow Real m;
  stream Real h;
end Port;

model Vessel
  Port a(p = 1, h = 2);
  Real seen = inStream(a.p);
end Vessel;
