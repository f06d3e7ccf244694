within Mosila.Hydraulic;
package Components "Volumes, valves, pumps, cylinders, lines"
  annotation(Documentation(info="<html>
<p>Lumped components.</p>
</html>"));
end Components;
