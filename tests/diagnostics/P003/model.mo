model Counter
  discrete Integer n(start = 0);
algorithm
  when sample(0, 1) then
    n = pre(n) + 1;
  end when;
end Counter;
