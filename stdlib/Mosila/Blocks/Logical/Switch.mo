within Mosila.Blocks.Logical;
block Switch "Chooses one of two Real signals"
  Interfaces.RealInput u1 "Passed on if u2";
  Interfaces.BooleanInput u2 "Which one";
  Interfaces.RealInput u3 "Passed on if not u2";
  Interfaces.RealOutput y "Output";
equation
  y = if u2 then u1 else u3;
  annotation(Documentation(info="<html>
<p>y = if u2 then u1 else u3.</p>
</html>"));
end Switch;
