within Mosila.Blocks.Interfaces;
partial block MO "A vector of Real outputs"
  parameter Integer nout(min=1) = 1 "Number of outputs";
  RealOutput y[nout] "Outputs";
  annotation(Documentation(info="<html>
<p>Base of sources with several outputs.</p>
</html>"));
end MO;
