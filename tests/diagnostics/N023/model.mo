// mosila check model.mo Drive
model Motor
  Real speed = 1;
  model Shaft
    Real angle = 2;
  end Shaft;
end Motor;

model Drive
  Motor.Shaft shaft;
end Drive;
