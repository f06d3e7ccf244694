// mosila simulate modell.mo
model Clock
  Real t = time;
end Clock;
