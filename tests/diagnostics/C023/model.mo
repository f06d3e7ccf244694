connector Pin
  Real v;
  flow Real i;
end Pin;

model Load
  Pin p;
  Pin q;
equation
  p.i = p.v - 1;
  q.i = q.v - 1;
  if cardinality(p) == 0 then
    connect(p, q);
  end if;
end Load;
