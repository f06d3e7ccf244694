within Mosila.Blocks.Logical;
block Change "True for the instant in which the input changes"
  extends Interfaces.BooleanSISO;
  parameter Boolean pre_u_start = false "Input before the start";
initial equation
  pre(u) = pre_u_start;
equation
  y = change(u);
  annotation(Documentation(info="<html>
<p>The output is true at the event only.</p>
</html>"));
end Change;
