within Mosila.Electrical.Basic;
model VCC "Current controlled by a voltage"
  extends Interfaces.TwoPort;
  parameter SI.Conductance transConductance = 1 "Current per voltage";
equation
  i2 = transConductance*v1;
  i1 = 0;
  annotation(Documentation(info="<html>
<p>The right current is proportional to the left voltage; nothing flows on the left.</p>
</html>"));
end VCC;
