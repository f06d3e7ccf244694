model Gear
  function ratio
    input Real x;
    output Real y = 2 * x;
  algorithm
  end ratio;
end Gear;

model Drive
  Gear gears[2];
  Real speed = gears.ratio(3);
end Drive;
