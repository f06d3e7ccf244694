within Mosila.Blocks;
package Tables "Tables, given as parameters or in files"
  annotation(Documentation(info="<html>
<p>Linear interpolation; what reads files in CSV format.</p>
</html>"));
end Tables;
