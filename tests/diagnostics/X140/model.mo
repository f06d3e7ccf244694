// mosila simulate model.mo --solver ode45
model Decay
  Real x(start = 1, fixed = true);
equation
  der(x) = -x;
end Decay;
