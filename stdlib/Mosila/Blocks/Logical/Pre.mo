within Mosila.Blocks.Logical;
block Pre "Value of the last event iteration"
  extends Interfaces.BooleanSISO(y(start=y_start));
  parameter Boolean y_start = false "Output at the start";
initial equation
  pre(u) = y_start;
equation
  y = pre(u);
  annotation(Documentation(info="<html>
<p>Breaks a loop of logical blocks: the output follows the input one iteration later, at the same time.</p>
</html>"));
end Pre;
