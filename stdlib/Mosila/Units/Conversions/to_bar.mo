within Mosila.Units.Conversions;
function to_bar "Pascal to bar"
  input SI.Pressure Pa "Pressure";
  output Real bar(unit="bar") "The same in bar";
algorithm
  bar := Pa/1e5;
  annotation(Documentation(info="<html>
<p>Hydraulic pressures are mostly told in bar.</p>
</html>"));
end to_bar;
