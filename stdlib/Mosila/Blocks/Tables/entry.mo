within Mosila.Blocks.Tables;
function entry "A number of a table"
  input CsvFile file "The table";
  input Integer row "Number of the row; beyond the ends the first or last one is meant";
  input Integer column "Number of the column";
  output Real value "The number there";
  external "C" value = mosila_csv_entry(file, row, column) annotation(Include="#include \"MosilaCsv.h\"");
  annotation(Documentation(info="<html>
<p>An error names the file if it has fewer columns.</p>
</html>"));
end entry;
