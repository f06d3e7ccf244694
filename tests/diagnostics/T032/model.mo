model Counter
  Real x = time;
  Boolean above;
equation
  above = noEvent(x > 1);
end Counter;
