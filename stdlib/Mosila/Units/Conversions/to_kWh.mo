within Mosila.Units.Conversions;
function to_kWh "Joule to kilowatt hours"
  input SI.Energy J "Energy";
  output Real kWh(unit="kW.h") "The same in kilowatt hours";
algorithm
  kWh := J/3.6e6;
  annotation(Documentation(info="<html>
<p>The unit of electricity bills.</p>
</html>"));
end to_kWh;
