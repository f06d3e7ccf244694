model Counter
  Real x(start = 0);
  Real top;
equation
  der(x) = 1;
  when x > 1 then
    top = x;
  end when;
end Counter;
