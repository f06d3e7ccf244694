within Mosila.Units.Conversions;
function from_rpm "Revolutions per minute to radians per second"
  input Real rpm(unit="rpm") "Speed in revolutions per minute";
  output SI.AngularVelocity w "The same in radians per second";
algorithm
  w := Constants.pi/30*rpm;
  annotation(Documentation(info="<html>
<p>60 rpm are one turn, 2*pi, per second.</p>
</html>"));
end from_rpm;
