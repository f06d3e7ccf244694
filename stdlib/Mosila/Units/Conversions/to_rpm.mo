within Mosila.Units.Conversions;
function to_rpm "Radians per second to revolutions per minute"
  input SI.AngularVelocity w "Angular velocity";
  output Real rpm(unit="rpm") "The same in revolutions per minute";
algorithm
  rpm := 30/Constants.pi*w;
  annotation(Documentation(info="<html>
<p>One turn, 2*pi, per second is 60 rpm.</p>
</html>"));
end to_rpm;
