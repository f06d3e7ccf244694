within Mosila.Blocks.Interfaces;
partial block BooleanSO "One Boolean output"
  BooleanOutput y "Output";
  annotation(Documentation(info="<html>
<p>Base of Boolean sources.</p>
</html>"));
end BooleanSO;
