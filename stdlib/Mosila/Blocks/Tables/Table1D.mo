within Mosila.Blocks.Tables;
block Table1D "A function of the input, given by points"
  extends Interfaces.SISO;
  parameter Real table[:, 2] = [0, 0; 1, 1] "First column: inputs, ascending; second column: outputs";
equation
  y = interpolate(table, u);
  annotation(Documentation(info="<html>
<p>Linear between the points; beyond the ends the first and the last piece go on.</p>
</html>"));
end Table1D;
