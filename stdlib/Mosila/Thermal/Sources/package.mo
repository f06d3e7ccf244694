within Mosila.Thermal;
package Sources "Given temperatures and heat flows"
  annotation(Documentation(info="<html>
<p>What a part of a model is surrounded by.</p>
</html>"));
end Sources;
