// mosila simulate model.mo Clok
model Clock
  Real t = time;
end Clock;
