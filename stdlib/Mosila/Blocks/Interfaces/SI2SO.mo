within Mosila.Blocks.Interfaces;
partial block SI2SO "Two Real inputs, one Real output"
  RealInput u1 "First input";
  RealInput u2 "Second input";
  RealOutput y "Output";
  annotation(Documentation(info="<html>
<p>Base of blocks that combine two signals.</p>
</html>"));
end SI2SO;
