within Mosila.Blocks.Interfaces;
partial block MISO "A vector of Real inputs, one Real output"
  parameter Integer nin(min=1) = 1 "Number of inputs";
  RealInput u[nin] "Inputs";
  RealOutput y "Output";
  annotation(Documentation(info="<html>
<p>Base of blocks that combine any number of signals.</p>
</html>"));
end MISO;
