within Mosila.Blocks;
package Examples "Blocks in use"
  annotation(Documentation(info="<html>
<p>Each model has a handful of blocks and a curve that can be checked by hand.</p>
</html>"));
end Examples;
