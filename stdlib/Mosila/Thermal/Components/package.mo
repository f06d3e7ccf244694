within Mosila.Thermal;
package Components "Stores and transport of heat"
  annotation(Documentation(info="<html>
<p>Lumped elements: each has one temperature, or two ports.</p>
</html>"));
end Components;
