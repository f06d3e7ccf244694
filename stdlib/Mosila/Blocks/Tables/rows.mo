within Mosila.Blocks.Tables;
function rows "The number of rows of a table"
  input CsvFile file "The table";
  output Integer n "Number of rows";
  external "C" n = mosila_csv_rows(file) annotation(Include="#include \"MosilaCsv.h\"");
  annotation(Documentation(info="<html>
<p>Without the header.</p>
</html>"));
end rows;
