within Mosila.Blocks.Tables;
function rowAt "The last row whose first number is not larger than a given one"
  input CsvFile file "The table";
  input Real u "A number";
  input Real shift = 0 "Is added to the first numbers";
  output Integer row "Number of the row, 0 before the first";
  external "C" row = mosila_csv_row(file, u, shift) annotation(Include="#include \"MosilaCsv.h\"");
  annotation(Documentation(info="<html>
<p>Of several rows with one first number it is the last.</p>
</html>"));
end rowAt;
