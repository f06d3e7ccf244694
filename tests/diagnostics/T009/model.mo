// mosila check model.mo
model Angle
  Real phi = acos(2);
end Angle;
