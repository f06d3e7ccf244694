model Counter "A step of one is nothing beside 1e30."
  Real n = floor(1e30 * (time + 1));
end Counter;
