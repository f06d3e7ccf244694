within Mosila.Blocks.Logical;
block Xor "Exactly one of two"
  extends Interfaces.BooleanSI2SO;
equation
  y = u1 <> u2;
  annotation(Documentation(info="<html>
<p>y = u1 &lt;&gt; u2.</p>
</html>"));
end Xor;
