within Mosila.Translational.Examples;
model Stops "A mass against a hard stop, on a rope and against an elastic one; two masses that are latched"
  Components.Fixed wall;
  Components.Mass thrown(m=2, s(start=1, fixed=true), v(start=-1, fixed=true));
  Components.Stop stop;
  Sources.Force pull;
  Blocks.Sources.Ramp ramp(height=3, duration=3, offset=-2);
  Components.Rope rope(length=2);
  Components.Mass weight(m=1, s(start=0, fixed=true), v(start=4, fixed=true));
  Components.ElastoGap buffer(c=100, d=0, s_rel0=0.5);
  Components.Mass ball(m=1, s(start=1.5, fixed=true), v(start=-1, fixed=true));
  Components.Mass first(m=1, s(start=0, fixed=true), v(start=3, fixed=true));
  Components.Latch latch;
  Components.Mass second(m=2, s(start=5, fixed=true), v(start=0, fixed=true));
  Blocks.Sources.BooleanStep closes(startTime=1);
equation
  connect(wall.flange, stop.flange_a);
  connect(stop.flange_b, thrown.flange_a);
  connect(ramp.y, pull.f);
  connect(pull.flange, thrown.flange_b);
  connect(wall.flange, rope.flange_a);
  connect(rope.flange_b, weight.flange_a);
  connect(wall.flange, buffer.flange_a);
  connect(buffer.flange_b, ball.flange_a);
  connect(first.flange_b, latch.flange_a);
  connect(latch.flange_b, second.flange_a);
  connect(closes.y, latch.engaged);
  annotation(experiment(StopTime=3, Tolerance=1e-9), Documentation(info="<html>
<p>The thrown mass stays at its stop until the force on it has become positive, at 2 s. The rope stops the weight after 0.5 s. The
buffer throws the ball back within pi/10 s. At 1 s the latch makes 3 m/s and 0 m/s into 1 m/s.</p>
</html>"));
end Stops;
