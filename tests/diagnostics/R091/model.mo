function look
  input Real x;
  output Real y;
protected
  Real values[3] = {1, 4, 9};
algorithm
  y := values[1 + integer(x)];
end look;

model Reading
  Real y;
equation
  y = look(10 * time);
end Reading;
