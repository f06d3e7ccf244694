within Mosila.Units.Conversions;
function from_kmh "Kilometres per hour to metres per second"
  input Real kmh(unit="km/h") "Speed in kilometres per hour";
  output SI.Velocity ms "The same in metres per second";
algorithm
  ms := kmh/3.6;
  annotation(Documentation(info="<html>
<p>36 km/h are 10 m/s.</p>
</html>"));
end from_kmh;
