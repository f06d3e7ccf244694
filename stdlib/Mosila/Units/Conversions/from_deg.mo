within Mosila.Units.Conversions;
function from_deg "Degrees to radians"
  input Real degree(unit="deg") "Angle in degrees";
  output SI.Angle radian "The same in radians";
algorithm
  radian := Constants.pi/180*degree;
  annotation(Documentation(info="<html>
<p>A full turn has 360 degrees.</p>
</html>"));
end from_deg;
