within Mosila.Rotational.Examples;
model Motions "Given motions, and the torques they need"
  Sources.ConstantSpeed steady(w_fixed=2);
  Components.Damper damper(d=3);
  Blocks.Sources.RealExpression speed(y=time^2);
  Sources.Speed accelerated;
  Components.Inertia flywheel(J=2);
  Blocks.Sources.RealExpression angle(y=sin(2*expression));
  Real expression = time;
  Sources.Position swinging;
  Components.Inertia flywheel2(J=2);
  Components.Fixed wall;
  Sources.QuadraticSpeedDependentTorque fan(tau_nominal=-4, w_nominal=2);
  Components.Inertia rotor(J=1, phi(start=0, fixed=true), w(start=2, fixed=true));
equation
  connect(steady.flange, damper.flange_b);
  connect(damper.flange_a, wall.flange);
  connect(speed.y, accelerated.w_ref);
  connect(accelerated.flange, flywheel.flange_a);
  connect(angle.y, swinging.phi_ref);
  connect(swinging.flange, flywheel2.flange_a);
  connect(fan.flange, rotor.flange_a);
  annotation(experiment(StopTime=2, Tolerance=1e-8), Documentation(info="<html>
<p>The fan brakes its rotor with w^2, so its speed falls as 2/(1 + 2*t).</p>
</html>"));
end Motions;
