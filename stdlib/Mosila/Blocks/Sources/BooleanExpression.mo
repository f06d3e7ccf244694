within Mosila.Blocks.Sources;
block BooleanExpression "Any Boolean expression"
  Interfaces.BooleanOutput y = false "Output, to be given by a modifier";
  annotation(Documentation(info="<html>
<p>Makes a signal of an expression: BooleanExpression e(y=v > 3).</p>
</html>"));
end BooleanExpression;
