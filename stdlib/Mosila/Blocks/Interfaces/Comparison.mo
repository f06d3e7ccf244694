within Mosila.Blocks.Interfaces;
partial block Comparison "Compares two Real signals"
  RealInput u1 "First input";
  RealInput u2 "Second input";
  BooleanOutput y "Whether the comparison holds";
  annotation(Documentation(info="<html>
<p>Base of blocks that compare signals.</p>
</html>"));
end Comparison;
