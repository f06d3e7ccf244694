within Mosila.Blocks.Tables;
class CsvFile "A table in a CSV file, read once"
  extends ExternalObject;
  function constructor "Reads the file"
    input String fileName "Path of the file";
    output CsvFile file "The table";
    external "C" file = mosila_csv_open(fileName) annotation(Include="#include \"MosilaCsv.h\"");
  end constructor;
  function destructor "Frees the table"
    input CsvFile file "The table";
    external "C" mosila_csv_close(file) annotation(Include="#include \"MosilaCsv.h\"");
  end destructor;
  annotation(Documentation(info="<html>
<p>One row a line, numbers with a point, separated by commas, semicolons, tabs or blanks. Empty lines, lines that begin with # and
a first line that is no number, as a header, are left out. The numbers of the first column must not fall. What is wrong with a
file is told with its line.</p>
</html>"));
end CsvFile;
