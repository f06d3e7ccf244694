connector Out = output Real;

block Source
  Out y = time;
end Source;

model Chain
  Source a;
  Source b;
equation
  connect(a.y, b.y);
end Chain;
