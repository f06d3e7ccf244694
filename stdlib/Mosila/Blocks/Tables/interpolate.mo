within Mosila.Blocks.Tables;
function interpolate "Interpolates linearly between points"
  input Real table[:, 2] "First column: ascending numbers; second column: values";
  input Real u "Where to interpolate";
  output Real y "Value there";
protected
  Integer row "Row that begins the piece";
algorithm
  row := 1;
  while row < size(table, 1) - 1 and u >= table[row + 1, 1] loop
    row := row + 1;
  end while;
  y := table[row, 2] + (table[row + 1, 2] - table[row, 2])*(u - table[row, 1])/(table[row + 1, 1] - table[row, 1]);
  annotation(Documentation(info="<html>
<p>The table needs two rows at least. Beyond its ends the first and the last piece go on.</p>
</html>"));
end interpolate;
