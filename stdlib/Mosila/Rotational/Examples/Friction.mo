within Mosila.Rotational.Examples;
model Friction "A shaft in a bearing with dry friction, pushed to and fro"
  Blocks.Sources.Sine push(amplitude=2, f=1/(2*Constants.pi));
  Sources.Torque motor;
  Components.Inertia shaft(J=1, phi(start=0, fixed=true), w(start=0, fixed=true));
  Components.BearingFriction bearing(tau_slip=1, peak=1.25);
equation
  connect(push.y, motor.tau);
  connect(motor.flange, shaft.flange_a);
  connect(shaft.flange_b, bearing.flange_a);
  annotation(experiment(StopTime=5, Tolerance=1e-9), Documentation(info="<html>
<p>It sticks until the torque 2*sin(t) exceeds 1.25 at asin(0.625) s, then turns with w = 2*(cos(t0) - cos(t)) - (t - t0) until it
comes to rest.</p>
</html>"));
end Friction;
