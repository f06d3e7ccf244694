within Mosila.Translational;
package Examples "Masses in use"
  annotation(Documentation(info="<html>
<p>Each has an answer in closed form.</p>
</html>"));
end Examples;
