within Mosila.Units.Conversions;
function to_degC "Kelvin to degrees Celsius"
  input SI.Temperature Kelvin "Absolute temperature";
  output Real Celsius(unit="degC") "The same in degrees Celsius";
algorithm
  Celsius := Kelvin - 273.15;
  annotation(Documentation(info="<html>
<p>An absolute temperature as thermometers show it.</p>
</html>"));
end to_degC;
