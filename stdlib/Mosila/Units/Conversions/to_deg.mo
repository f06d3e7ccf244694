within Mosila.Units.Conversions;
function to_deg "Radians to degrees"
  input SI.Angle radian "Angle in radians";
  output Real degree(unit="deg") "The same in degrees";
algorithm
  degree := 180/Constants.pi*radian;
  annotation(Documentation(info="<html>
<p>A full turn has 360 degrees.</p>
</html>"));
end to_deg;
