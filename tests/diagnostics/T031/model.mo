model Rod
  constant Real density;
  Real mass = 3;
end Rod;
