within Mosila.Units.Conversions;
function from_degC "Degrees Celsius to kelvin"
  input Real Celsius(unit="degC") "Temperature in degrees Celsius";
  output SI.Temperature Kelvin "The same in kelvin";
algorithm
  Kelvin := Celsius + 273.15;
  annotation(Documentation(info="<html>
<p>The absolute temperature that belongs to one in degrees Celsius.</p>
</html>"));
end from_degC;
