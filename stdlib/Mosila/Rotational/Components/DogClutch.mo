within Mosila.Rotational.Components;
model DogClutch "Positive clutch: engaged or not"
  extends Interfaces.CompliantWithSpeed;
  extends Structural.Lock(closed=engaged);
  Blocks.Interfaces.BooleanInput engaged "Whether both sides turn as one";
equation
  across = w_rel;
  through = tau;
  annotation(Documentation(info="<html>
<p>Engaging makes the speeds equal at once, with the impulse that keeps the angular momentum; the energy that is lost is that of
an inelastic impact.</p>
</html>"));
end DogClutch;
