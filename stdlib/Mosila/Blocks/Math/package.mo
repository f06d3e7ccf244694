within Mosila.Blocks;
package Math "Arithmetic and mathematical functions"
  annotation(Documentation(info="<html>
<p>Blocks that compute the output from the inputs at the same instant.</p>
</html>"));
end Math;
