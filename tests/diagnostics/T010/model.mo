// mosila check model.mo
model Limits
  constant Real least = 5;
  Real x = time;
equation
  assert(least < 3, "the least value is too large");
end Limits;
