within Mosila.Rotational.Examples;
model PositiveClutch "A positive clutch engages while both sides turn at different speeds"
  Components.Fixed housing;
  Components.Damper leftBearing(d=0.01);
  Components.Inertia left(J=1, phi(start=0, fixed=true), w(start=1, fixed=true));
  Components.DogClutch clutch;
  Components.Inertia right(J=2, phi(start=0, fixed=true), w(start=1.5, fixed=true));
  Components.Damper rightBearing(d=0.0125);
  Blocks.Sources.BooleanTable engaged(table={5, 7});
equation
  connect(housing.flange, leftBearing.flange_a);
  connect(leftBearing.flange_b, left.flange_a);
  connect(left.flange_b, clutch.flange_a);
  connect(clutch.flange_b, right.flange_a);
  connect(right.flange_b, rightBearing.flange_b);
  connect(rightBearing.flange_a, housing.flange);
  connect(engaged.y, clutch.engaged);
  annotation(experiment(StopTime=10, Tolerance=1e-9), Documentation(info="<html>
<p>At 5 s both sides get one speed by an impulse that keeps the angular momentum; at 7 s they part.</p>
</html>"));
end PositiveClutch;
