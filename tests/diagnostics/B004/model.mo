model Capacitor
  parameter Real C = 1;
  Real v(start = 1), i;
equation
  C * der(v) = i;
end Capacitor;

model Parallel
  Capacitor first, second;
equation
  first.v = 2 * second.v;
  first.i + second.i = 1;
end Parallel;
