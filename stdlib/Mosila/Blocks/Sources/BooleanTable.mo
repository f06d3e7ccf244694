within Mosila.Blocks.Sources;
block BooleanTable "A Boolean that changes at given times"
  extends Interfaces.BooleanSO;
  parameter SI.Time table[:] = {0, 1} "Times of change, ascending";
  parameter Boolean startValue = false "Value before the first change";
protected
  Integer n "Number of changes so far";
equation
  n = sum(if time >= t then 1 else 0 for t in table);
  y = if mod(n, 2) == 1 then not startValue else startValue;
  annotation(Documentation(info="<html>
<p>Each time of the table turns the output to its opposite.</p>
</html>"));
end BooleanTable;
