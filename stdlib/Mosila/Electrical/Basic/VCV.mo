within Mosila.Electrical.Basic;
model VCV "Voltage controlled by a voltage"
  extends Interfaces.TwoPort;
  parameter Real gain = 1 "Voltage gain";
equation
  v2 = gain*v1;
  i1 = 0;
  annotation(Documentation(info="<html>
<p>The right voltage is gain times the left one; nothing flows on the left.</p>
</html>"));
end VCV;
