model Samples "10,000 ticks of a clock that read the state and leave it alone"
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
  discrete Real total(start = 0, fixed = true);
  Integer ticks(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
  when sample(0.001, 0.001) then
    total = pre(total) + x;
    ticks = pre(ticks) + 1;
  end when;
end Samples;
