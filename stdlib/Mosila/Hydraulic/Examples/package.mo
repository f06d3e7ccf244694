within Mosila.Hydraulic;
package Examples "Hydraulic circuits in use"
  annotation(Documentation(info="<html>
<p>Each has an answer in closed form.</p>
</html>"));
end Examples;
