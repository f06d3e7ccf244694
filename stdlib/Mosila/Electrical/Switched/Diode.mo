within Mosila.Electrical.Switched;
model Diode "Exactly ideal diode"
  extends Interfaces.OnePort;
  extends Structural.OneWay;
equation
  across = v;
  through = i;
  annotation(Documentation(info="<html>
<p>Blocks as long as the voltage is not positive, conducts without a voltage as long as the current is not negative.</p>
</html>"));
end Diode;
