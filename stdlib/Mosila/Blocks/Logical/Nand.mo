within Mosila.Blocks.Logical;
block Nand "Not both"
  extends Interfaces.BooleanSI2SO;
equation
  y = not (u1 and u2);
  annotation(Documentation(info="<html>
<p>y = not (u1 and u2).</p>
</html>"));
end Nand;
