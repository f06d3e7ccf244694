within Mosila.Units.Conversions;
function to_kmh "Metres per second to kilometres per hour"
  input SI.Velocity ms "Speed";
  output Real kmh(unit="km/h") "The same in kilometres per hour";
algorithm
  kmh := 3.6*ms;
  annotation(Documentation(info="<html>
<p>10 m/s are 36 km/h.</p>
</html>"));
end to_kmh;
