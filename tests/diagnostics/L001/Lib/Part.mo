within Lib.Parts;
model Part
  Real x = time;
end Part;
