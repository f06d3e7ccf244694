// mosila check model.mo
model Steps
  Real x[3];
equation
  for i in 1:0:3 loop
    x[i] = i*time;
  end for;
end Steps;
