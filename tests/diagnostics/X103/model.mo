// mosila simulate model.mo -o results/out.csv
model Clock
  Real t = time;
end Clock;
