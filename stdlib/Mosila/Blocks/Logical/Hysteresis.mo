within Mosila.Blocks.Logical;
block Hysteresis "From Real to Boolean with hysteresis"
  parameter Real uLow = 0 "Becomes false when the input falls through this";
  parameter Real uHigh = 1 "Becomes true when the input rises through this";
  parameter Boolean pre_y_start = false "Output before the start";
  Interfaces.RealInput u "Input";
  Interfaces.BooleanOutput y "Output";
initial equation
  pre(y) = pre_y_start;
equation
  y = u > uHigh or pre(y) and u >= uLow;
  annotation(Documentation(info="<html>
<p>Between the thresholds the output stays as it is.</p>
</html>"));
end Hysteresis;
