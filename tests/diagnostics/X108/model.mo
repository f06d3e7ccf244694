// mosila explain B0O1
model Clock
  Real t = time;
end Clock;
