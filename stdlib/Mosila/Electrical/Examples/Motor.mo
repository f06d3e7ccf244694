within Mosila.Electrical.Examples;
model Motor "A DC motor runs up without load"
  Basic.Ground ground;
  Sources.ConstantVoltage source(V=10);
  Machines.DCMotor motor(R=1.5, L=0.5, k=1, J=0.25, i(start=0, fixed=true), w(start=0, fixed=true));
  Rotational.Components.Inertia load(J=0.75, phi(start=0, fixed=true));
equation
  connect(source.p, motor.p);
  connect(motor.n, ground.p);
  connect(source.n, ground.p);
  connect(motor.flange, load.flange_a);
  annotation(experiment(StopTime=5, Tolerance=1e-8), Documentation(info="<html>
<p>The speed rises as 10*(1 - 2*exp(-t) + exp(-2*t)), the current is 20*(exp(-t) - exp(-2*t)).</p>
</html>"));
end Motor;
