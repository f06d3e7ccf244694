within Mosila.Units.Conversions;
function from_kWh "Kilowatt hours to joule"
  input Real kWh(unit="kW.h") "Energy in kilowatt hours";
  output SI.Energy J "The same in joule";
algorithm
  J := 3.6e6*kWh;
  annotation(Documentation(info="<html>
<p>The unit of electricity bills.</p>
</html>"));
end from_kWh;
