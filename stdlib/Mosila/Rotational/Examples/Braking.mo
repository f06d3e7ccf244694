within Mosila.Rotational.Examples;
model Braking "A brake stops a shaft and holds it against a torque"
  Sources.Torque motor(tau=if time < 4 then 1 else 6);
  Components.Inertia shaft(J=1, phi(start=0, fixed=true), w(start=8, fixed=true));
  Components.Brake brake(mu=0.5, cgeo=1, fn_max=10);
  Blocks.Sources.Constant pressed(k=1);
equation
  connect(motor.flange, shaft.flange_a);
  connect(shaft.flange_b, brake.flange_a);
  connect(pressed.y, brake.f_normalized);
  annotation(experiment(StopTime=5, Tolerance=1e-9), Documentation(info="<html>
<p>The brake can hold 5 N.m. The shaft stops after 2 s, stands although 1 N.m acts on it, and begins to turn when it is 6 N.m.</p>
</html>"));
end Braking;
