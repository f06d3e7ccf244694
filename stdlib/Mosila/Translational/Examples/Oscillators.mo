within Mosila.Translational.Examples;
model Oscillators "Masses on springs, without and with damping"
  Components.Fixed wall(s0=-1);
  Components.Rod rod(L=1);
  Components.Spring spring(c=4, s_rel0=0.5);
  Components.Mass free(m=1, L=1, s(start=2, fixed=true), v(start=0, fixed=true));
  Components.SpringDamper springDamper(c=5, d=2);
  Components.Mass damped(m=1, s(start=1, fixed=true), v(start=0, fixed=true));
  Components.Damper damper(d=0.5);
  Components.Mass coasting(m=1, s(start=0, fixed=true), v(start=3, fixed=true));
equation
  connect(wall.flange, rod.flange_a);
  connect(rod.flange_b, spring.flange_a);
  connect(spring.flange_b, free.flange_a);
  connect(rod.flange_b, springDamper.flange_a);
  connect(springDamper.flange_b, damped.flange_a);
  connect(rod.flange_b, damper.flange_a);
  connect(damper.flange_b, coasting.flange_a);
  annotation(experiment(StopTime=2, Tolerance=1e-8), Documentation(info="<html>
<p>free swings as 1 + cos(2*t), damped as exp(-t)*(cos(2*t) + 0.5*sin(2*t)), and coasting slows down as 3*exp(-t/2).</p>
</html>"));
end Oscillators;
