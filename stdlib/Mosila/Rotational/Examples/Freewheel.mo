within Mosila.Rotational.Examples;
model Freewheel "A freewheel drives a wheel and lets it run ahead"
  Blocks.Sources.Sine pedals(amplitude=1, f=1/(2*Constants.pi));
  Sources.Torque rider;
  Components.Inertia crank(J=1, phi(start=0, fixed=true), w(start=0, fixed=true));
  Components.OneWayClutch hub;
  Components.Inertia wheel(J=1, phi(start=0, fixed=true), w(start=0.25, fixed=true));
equation
  connect(pedals.y, rider.tau);
  connect(rider.flange, crank.flange_a);
  connect(crank.flange_b, hub.flange_a);
  connect(hub.flange_b, wheel.flange_a);
  annotation(experiment(StopTime=5, Tolerance=1e-9), Documentation(info="<html>
<p>The crank turns with 1 - cos(t) until it has caught up with the wheel; from then on both turn as one while the torque is
positive, until pi; then the crank falls behind.</p>
</html>"));
end Freewheel;
