within Mosila.Blocks.Math;
block Min "The smaller of two inputs"
  extends Interfaces.SI2SO;
equation
  y = min(u1, u2);
  annotation(Documentation(info="<html>
<p>y = min(u1, u2).</p>
</html>"));
end Min;
