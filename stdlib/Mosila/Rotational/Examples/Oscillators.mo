within Mosila.Rotational.Examples;
model Oscillators "Inertias on springs, without and with damping"
  Components.Fixed wall;
  Components.Spring spring(c=4);
  Components.Inertia free(J=1, phi(start=1, fixed=true), w(start=0, fixed=true));
  Components.SpringDamper springDamper(c=5, d=2);
  Components.Inertia damped(J=1, phi(start=1, fixed=true), w(start=0, fixed=true));
  Components.Damper damper(d=0.5);
  Components.Inertia coasting(J=1, phi(start=0, fixed=true), w(start=3, fixed=true));
equation
  connect(wall.flange, spring.flange_a);
  connect(spring.flange_b, free.flange_a);
  connect(wall.flange, springDamper.flange_a);
  connect(springDamper.flange_b, damped.flange_a);
  connect(wall.flange, damper.flange_a);
  connect(damper.flange_b, coasting.flange_a);
  annotation(experiment(StopTime=2, Tolerance=1e-8), Documentation(info="<html>
<p>free swings as cos(2*t), damped as exp(-t)*(cos(2*t) + 0.5*sin(2*t)), and coasting slows down as 3*exp(-t/2).</p>
</html>"));
end Oscillators;
