model Counter
  Real x(start = 0);
  Real top;
equation
  der(x) = 1;
  top = 2*x;
  when x > 1 then
    when x > 2 then
      reinit(x, 0);
    end when;
  end when;
end Counter;
