within Mosila.Translational.Components;
model Stop "Hard stop: both sides come no nearer than a distance"
  extends Interfaces.CompliantWithSpeed;
  extends Structural.Contact;
  parameter SI.Position s_min = 0 "Smallest distance";
equation
  gap = s_rel - s_min;
  across = v_rel;
  through = -f;
  annotation(Documentation(info="<html>
<p>When they touch, an impulse takes away their relative velocity. They stay together while they are pressed and part when they
are pulled.</p>
</html>"));
end Stop;
