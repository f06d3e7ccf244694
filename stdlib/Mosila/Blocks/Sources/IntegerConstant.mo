within Mosila.Blocks.Sources;
block IntegerConstant "A constant Integer signal"
  parameter Integer k = 1 "Value";
  Interfaces.IntegerOutput y "Output";
equation
  y = k;
  annotation(Documentation(info="<html>
<p>The output is k at all times.</p>
</html>"));
end IntegerConstant;
