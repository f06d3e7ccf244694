// mosila check model.mo Drive
model Motor
  Real speed = 1;
  encapsulated model Shaft
    Real angle = 2;
  end Shaft;
end Motor;

model Drive
  import Motor.Shaft;
  Shaft shaft;
end Drive;
