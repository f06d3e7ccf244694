within Mosila.Blocks.Sources;
block BooleanConstant "A constant Boolean signal"
  extends Interfaces.BooleanSO;
  parameter Boolean k = true "Value";
equation
  y = k;
  annotation(Documentation(info="<html>
<p>The output is k at all times.</p>
</html>"));
end BooleanConstant;
