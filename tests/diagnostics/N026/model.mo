package Units
  constant Real inch = 0.0254;
end Units;

model Rod
  import Units.foot;
  Real length = 2;
end Rod;
