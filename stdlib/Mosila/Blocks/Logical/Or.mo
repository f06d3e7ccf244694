within Mosila.Blocks.Logical;
block Or "At least one of two"
  extends Interfaces.BooleanSI2SO;
equation
  y = u1 or u2;
  annotation(Documentation(info="<html>
<p>y = u1 or u2.</p>
</html>"));
end Or;
