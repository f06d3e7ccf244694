// mosila check model.mo Tank
model Tank
  parameter Real area = 2;
  model Level
    Real height = 3/area;
  end Level;
  Level level;
end Tank;
