within Mosila.Blocks.Sources;
block RealExpression "Any Real expression"
  Interfaces.RealOutput y = 0 "Output, to be given by a modifier";
  annotation(Documentation(info="<html>
<p>Makes a signal of an expression: RealExpression e(y=sin(time)).</p>
</html>"));
end RealExpression;
