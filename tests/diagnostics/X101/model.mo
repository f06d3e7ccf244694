// mosila simulate model.mo --stop -1
model Clock
  Real t = time;
end Clock;
