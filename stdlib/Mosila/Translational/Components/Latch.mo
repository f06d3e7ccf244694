within Mosila.Translational.Components;
model Latch "Holds two sides together while it is told to"
  extends Interfaces.CompliantWithSpeed;
  extends Structural.Lock(closed=engaged);
  Blocks.Interfaces.BooleanInput engaged "Whether both sides move as one";
equation
  across = v_rel;
  through = f;
  annotation(Documentation(info="<html>
<p>Engaging makes the velocities equal at once, with the impulse that keeps the momentum. The distance stays as it is then.</p>
</html>"));
end Latch;
