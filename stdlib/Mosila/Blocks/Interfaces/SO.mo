within Mosila.Blocks.Interfaces;
partial block SO "One Real output"
  RealOutput y "Output";
  annotation(Documentation(info="<html>
<p>Base of sources.</p>
</html>"));
end SO;
