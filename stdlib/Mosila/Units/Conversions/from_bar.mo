within Mosila.Units.Conversions;
function from_bar "Bar to pascal"
  input Real bar(unit="bar") "Pressure in bar";
  output SI.Pressure Pa "The same in pascal";
algorithm
  Pa := 1e5*bar;
  annotation(Documentation(info="<html>
<p>Hydraulic pressures are mostly told in bar.</p>
</html>"));
end from_bar;
