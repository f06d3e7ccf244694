within Mosila.Blocks.Sources;
block TimeTable "Interpolates linearly in a table of times and values"
  extends Interfaces.SignalSource;
  parameter Real table[:, 2] = [0, 0; 1, 1] "First column: times, ascending; second column: values";
  parameter SI.Time shiftTime = startTime "What the times of the table are counted from";
protected
  Integer row "Row of the table that begins the present piece";
  SI.Time t = time - shiftTime "Time as the table counts it";
equation
  row = max(1, min(size(table, 1) - 1, sum(if time >= shiftTime + table[i, 1] then 1 else 0 for i in 1:size(table, 1))));
  y =
    offset
      + (if time < startTime then 0
      elseif table[row + 1, 1] > table[row, 1] then table[row, 2]
        + (table[row + 1, 2] - table[row, 2])*(t - table[row, 1])/(table[row + 1, 1] - table[row, 1])
      else table[row + 1, 2]);
  annotation(Documentation(info="<html>
<p>Between rows the output is linear, each row is an event. Beyond the ends the first and the last piece go on. Two rows with one
time are a step.</p>
</html>"));
end TimeTable;
