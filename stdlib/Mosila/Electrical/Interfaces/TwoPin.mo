within Mosila.Electrical.Interfaces;
partial model TwoPin "Two pins"
  PositivePin p "Positive pin";
  NegativePin n "Negative pin";
  SI.Voltage v "Voltage from p to n";
equation
  v = p.v - n.v;
  annotation(Documentation(info="<html>
<p>Says nothing about the currents.</p>
</html>"));
end TwoPin;
