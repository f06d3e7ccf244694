within Mosila.Blocks.Math;
block Max "The larger of two inputs"
  extends Interfaces.SI2SO;
equation
  y = max(u1, u2);
  annotation(Documentation(info="<html>
<p>y = max(u1, u2).</p>
</html>"));
end Max;
