within Mosila.Blocks.Interfaces;
partial block BooleanSISO "One Boolean input, one Boolean output"
  BooleanInput u "Input";
  BooleanOutput y "Output";
  annotation(Documentation(info="<html>
<p>Base of logical blocks with one input.</p>
</html>"));
end BooleanSISO;
