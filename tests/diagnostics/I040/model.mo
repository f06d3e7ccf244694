// mosila check model.mo Fall
model World
  parameter Real g = 9.81;
end World;

model Fall
  outer World world;
  Real v(start = 0, fixed = true);
equation
  der(v) = -world.g;
end Fall;
