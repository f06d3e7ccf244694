within Mosila.Blocks.Interfaces;
partial block MIMO "Vectors of Real inputs and outputs"
  parameter Integer nin(min=1) = 1 "Number of inputs";
  parameter Integer nout(min=1) = 1 "Number of outputs";
  RealInput u[nin] "Inputs";
  RealOutput y[nout] "Outputs";
  annotation(Documentation(info="<html>
<p>Base of blocks for several signals at a time.</p>
</html>"));
end MIMO;
