model Line
  parameter Integer cells;
  Real x[cells](each start = 1);
equation
  for i in 1:cells loop
    der(x[i]) = -x[i];
  end for;
end Line;
