within Mosila.Structural;
package Depths "Simple models to begin with"
  annotation(Documentation(info="<html>
<p>Two depths of one thing, for examples and as a pattern.</p>
</html>"));
end Depths;
