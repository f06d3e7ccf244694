within Mosila.Blocks.Examples;
model TablesOfFiles "Signals from a file, and a function given by points"
  Sources.CsvTable file(columns={2, 3}, startTime=0.5);
  Tables.Table1D square(table=[0, 0; 1, 1; 2, 4; 3, 9]);
  Sources.ContinuousClock clock;
  Continuous.Integrator total;
equation
  connect(clock.y, square.u);
  connect(file.y[1], total.u);
  annotation(experiment(StopTime=4, Tolerance=1e-8), Documentation(info="<html>
<p>The file has the rows 0, 1, 10; 1, 3, 10; 1, 5, 20; 2, 1, 20. Its times count from 0.5 s.</p>
</html>"));
end TablesOfFiles;
