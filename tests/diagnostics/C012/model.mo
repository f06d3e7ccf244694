connector Plug
  Real v;
  Real w;
  flow Real i;
end Plug;

model Part
  Plug p(v = 1, w = 2);
end Part;
