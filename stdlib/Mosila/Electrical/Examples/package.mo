within Mosila.Electrical;
package Examples "Electrical circuits in use"
  annotation(Documentation(info="<html>
<p>Each circuit has an answer in closed form.</p>
</html>"));
end Examples;
