model Wrong
  stream Real h = 1;
end Wrong;
