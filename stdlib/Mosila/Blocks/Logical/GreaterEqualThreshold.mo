within Mosila.Blocks.Logical;
block GreaterEqualThreshold "Whether the input is greater than or equal to a threshold"
  extends Interfaces.Threshold;
equation
  y = u >= threshold;
  annotation(Documentation(info="<html>
<p>y = u &gt;= threshold; the crossing is an event.</p>
</html>"));
end GreaterEqualThreshold;
