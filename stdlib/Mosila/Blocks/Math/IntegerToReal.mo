within Mosila.Blocks.Math;
block IntegerToReal "From Integer to Real"
  Interfaces.IntegerInput u "Input";
  Interfaces.RealOutput y "Output";
equation
  y = u;
  annotation(Documentation(info="<html>
<p>The same number as a Real.</p>
</html>"));
end IntegerToReal;
