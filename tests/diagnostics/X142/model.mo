// mosila simulate model.mo --solver dopri
model Loop "y is given by itself only through an equation that no formula solves"
  Real x(start = 1, fixed = true), y(start = 1);
equation
  der(x) = -y;
  y + exp(y) = x + 2;
end Loop;
