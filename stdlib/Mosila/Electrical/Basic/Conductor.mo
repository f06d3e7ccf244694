within Mosila.Electrical.Basic;
model Conductor "Conductor"
  extends Interfaces.OnePort;
  parameter SI.Conductance G = 1 "Conductance";
equation
  i = G*v;
  annotation(Documentation(info="<html>
<p>i = G*v.</p>
</html>"));
end Conductor;
