within Lib;
model Part
  Real x = time;
end Part;
