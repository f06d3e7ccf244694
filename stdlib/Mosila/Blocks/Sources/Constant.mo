within Mosila.Blocks.Sources;
block Constant "A constant Real signal"
  extends Interfaces.SO;
  parameter Real k = 1 "Value";
equation
  y = k;
  annotation(Documentation(info="<html>
<p>The output is k at all times.</p>
</html>"));
end Constant;
