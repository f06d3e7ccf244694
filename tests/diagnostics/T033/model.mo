model Hold
  discrete Real level = 2 * time;
end Hold;
