within Mosila.Translational.Components;
model Fixed "Flange that does not move"
  parameter SI.Position s0 = 0 "Its position";
  Interfaces.Flange_b flange "Flange";
equation
  flange.s = s0;
  annotation(Documentation(info="<html>
<p>Holds whatever force acts on it.</p>
</html>"));
end Fixed;
