within Mosila.Translational.Examples;
model Friction "A box and a sledge come to rest by dry friction"
  Components.Mass box(m=1, s(start=0, fixed=true), v(start=10, fixed=true));
  Components.SupportFriction floor(f_slip=5, peak=1.2);
  Sources.Force pull;
  Blocks.Sources.Ramp ramp(height=10, duration=10);
  Components.Mass sledge(m=2, s(start=0, fixed=true), v(start=6, fixed=true));
  Components.Brake brake(mu=0.5, cgeo=2, fn_max=8);
  Blocks.Sources.Step pressed(startTime=1, height=0.5);
equation
  connect(box.flange_b, floor.flange_a);
  connect(ramp.y, pull.f);
  connect(pull.flange, box.flange_a);
  connect(sledge.flange_b, brake.flange_a);
  connect(pressed.y, brake.f_normalized);
  annotation(experiment(StopTime=8, Tolerance=1e-9), Documentation(info="<html>
<p>The box is pulled with a force t. It slows down with 5 - t, stops at 5 - sqrt(5) s and breaks loose at 6 s. The sledge is
braked with 4 N from 1 s on and stands at 4 s.</p>
</html>"));
end Friction;
