within Mosila.Translational;
package Sources "Forces and given motions"
  annotation(Documentation(info="<html>
<p>A force acts on its flange; a motion source makes it move as the input says.</p>
</html>"));
end Sources;
