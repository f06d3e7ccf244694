within Mosila.Blocks.Sources;
block CsvTable "Signals from a CSV file with times and values"
  extends Interfaces.MO(final nout=size(columns, 1));
  parameter String fileName = "modelica://Mosila/Resources/Data/Example.csv" "Path or modelica:// address of the file";
  parameter Integer columns[:] = {2} "Columns of the file that are the outputs; column 1 has the times";
  parameter SI.Time startTime = 0 "What the times of the file are counted from";
protected
  Tables.CsvFile file = Tables.CsvFile(loadResource(fileName));
  discrete Integer row(start=0, fixed=true) "Row that begins the present piece";
  discrete SI.Time begin(start=0, fixed=true) "Time of that row";
  discrete SI.Time next(start=-Constants.inf, fixed=true) "Time of the row after it";
  discrete Real value[nout](each start=0, each fixed=true) "Values at the begin of the piece";
  discrete Real slope[nout](each start=0, each fixed=true) "Rates in the piece";
algorithm
  when {initial(), time >= pre(next)} then
    row := Tables.rowAt(file, time, startTime);
    begin := startTime + Tables.entry(file, row, 1);
    next := if row < Tables.rows(file) then startTime + Tables.entry(file, row + 1, 1) else Constants.inf;
    for i in 1:nout loop
      value[i] := Tables.entry(file, row, columns[i]);
      slope[i] :=
        if row > 0 and row < Tables.rows(file) then (Tables.entry(file, row + 1, columns[i]) - value[i])/(next - begin)
        else 0;
    end for;
  end when;
equation
  y = value + slope*(time - begin);
  annotation(Documentation(info="<html>
<p>Linear between the rows, each of which is an event that is met exactly; two rows with one time are a step. Before the first and
after the last row the outputs are constant. A file beside a model Name.mo has the address modelica://Name/file.csv.</p>
</html>"));
end CsvTable;
