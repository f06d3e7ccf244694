// mosila check model.mo
model Curve
  function square
    input Real x;
    output Real y = x*x;
  end square;
  Real y = squared(time);
end Curve;
