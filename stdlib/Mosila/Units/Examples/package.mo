within Mosila.Units;
package Examples "Quantities and conversions in use"
  annotation(Documentation(info="<html>
<p>Models that convert quantities there and back.</p>
</html>"));
end Examples;
