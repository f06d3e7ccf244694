within Mosila.Blocks.Interfaces;
partial block SISO "One Real input, one Real output"
  RealInput u "Input";
  RealOutput y "Output";
  annotation(Documentation(info="<html>
<p>Base of most continuous blocks.</p>
</html>"));
end SISO;
