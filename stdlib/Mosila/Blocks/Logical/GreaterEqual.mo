within Mosila.Blocks.Logical;
block GreaterEqual "Whether the first input is greater than or equal to the second"
  extends Interfaces.Comparison;
equation
  y = u1 >= u2;
  annotation(Documentation(info="<html>
<p>y = u1 &gt;= u2; the crossing is an event.</p>
</html>"));
end GreaterEqual;
