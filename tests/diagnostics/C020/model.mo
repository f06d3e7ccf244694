connector Pin
  Real v;
  flow Real i;
end Pin;

model Part
  Pin p(v = 1);
equation
  when time > 1 then
    Connections.root(p.v);
  end when;
end Part;
