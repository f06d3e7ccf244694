within Mosila.Blocks.Logical;
block Not "The opposite"
  extends Interfaces.BooleanSISO;
equation
  y = not u;
  annotation(Documentation(info="<html>
<p>y = not u.</p>
</html>"));
end Not;
