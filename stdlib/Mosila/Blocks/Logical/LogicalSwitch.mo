within Mosila.Blocks.Logical;
block LogicalSwitch "Chooses one of two Boolean signals"
  Interfaces.BooleanInput u1 "Passed on if u2";
  Interfaces.BooleanInput u2 "Which one";
  Interfaces.BooleanInput u3 "Passed on if not u2";
  Interfaces.BooleanOutput y "Output";
equation
  y = if u2 then u1 else u3;
  annotation(Documentation(info="<html>
<p>y = if u2 then u1 else u3.</p>
</html>"));
end LogicalSwitch;
