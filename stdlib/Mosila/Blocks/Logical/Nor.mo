within Mosila.Blocks.Logical;
block Nor "Neither of two"
  extends Interfaces.BooleanSI2SO;
equation
  y = not (u1 or u2);
  annotation(Documentation(info="<html>
<p>y = not (u1 or u2).</p>
</html>"));
end Nor;
