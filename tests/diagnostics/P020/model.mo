// mosila simulate model.mo
model Tank "Behälter"
  Real level(start = 1);
equation
  der(level) = -level;
end Tank;
