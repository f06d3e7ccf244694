// mosila check model.mo
model Limits
  function limit
    input Real x;
    output Real y;
  algorithm
    x := min(x, 1);
    y := x;
  end limit;
  Real y = limit(time);
end Limits;
