within Mosila.Blocks.Logical;
block LessEqual "Whether the first input is less than or equal to the second"
  extends Interfaces.Comparison;
equation
  y = u1 <= u2;
  annotation(Documentation(info="<html>
<p>y = u1 &lt;= u2; the crossing is an event.</p>
</html>"));
end LessEqual;
