model Fall
  outer Integer gravity;
  Real a = gravity;
end Fall;

model World
  inner Real gravity = 9.81;
  Fall fall;
end World;
