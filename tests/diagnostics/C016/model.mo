connector In = input Real;

block Sink
  In u;
  Real x = u;
end Sink;

model Chain
  Sink a;
  Sink b;
equation
  connect(a.u, b.u);
end Chain;
