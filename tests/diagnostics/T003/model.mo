model Chain
  parameter Integer n = 3;
  Real x[n](each start = 1);
equation
  for i in 1:n loop
    der(x[i]) = x[i + 1] - x[i];
  end for;
end Chain;
