// mosila simulate model.mo -o out.dat
model Clock
  Real t = time;
end Clock;
