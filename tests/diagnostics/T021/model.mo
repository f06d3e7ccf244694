// mosila check model.mo
model Mixing
  function mean
    input Real a;
    input Real b;
    output Real y = (a + b)/2;
  end mean;
  Real y = mean(time, c = 2);
end Mixing;
