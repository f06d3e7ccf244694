model Start "Which of the two is meant?"
  Integer a, b;
initial equation
  a + b = 3;
equation
  when time > 1 then
    a = pre(a) + 1;
    b = pre(b) + 1;
  end when;
end Start;
