model Circuit
  connector Pin
    Real v;
    flow Real i;
  end Pin;
  Pin a, b;
algorithm
  connect(a, b);
end Circuit;
