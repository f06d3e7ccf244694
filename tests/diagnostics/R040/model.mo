model Meter "counts the turns of a wheel, once in every period"
  parameter Real period = 0;
  Real angle(start = 0, fixed = true);
  Integer turns(start = 0, fixed = true);
equation
  der(angle) = 3;
  when sample(0, period) then
    turns = pre(turns) + 1;
  end when;
end Meter;
