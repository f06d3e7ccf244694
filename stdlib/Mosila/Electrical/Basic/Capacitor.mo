within Mosila.Electrical.Basic;
model Capacitor "Capacitor"
  extends Interfaces.OnePort;
  parameter SI.Capacitance C = 1e-6 "Capacitance";
equation
  C*der(v) = i;
  annotation(Documentation(info="<html>
<p>C*der(v) = i. The voltage at the start is v(start=..., fixed=true).</p>
</html>"));
end Capacitor;
