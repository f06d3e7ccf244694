within Mosila.Translational.Sources;
model Position "A motion with given position"
  Blocks.Interfaces.RealInput s_ref(unit="m") "Position, twice differentiable";
  Interfaces.Flange_b flange "Flange";
equation
  flange.s = s_ref;
  annotation(Documentation(info="<html>
<p>The force is what the motion needs.</p>
</html>"));
end Position;
