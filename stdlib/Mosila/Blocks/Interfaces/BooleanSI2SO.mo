within Mosila.Blocks.Interfaces;
partial block BooleanSI2SO "Two Boolean inputs, one Boolean output"
  BooleanInput u1 "First input";
  BooleanInput u2 "Second input";
  BooleanOutput y "Output";
  annotation(Documentation(info="<html>
<p>Base of logical operations.</p>
</html>"));
end BooleanSI2SO;
