within Mosila.Hydraulic.Interfaces;
partial model TwoPorts "Two ports with one flow"
  Port_a port_a "Left port";
  Port_b port_b "Right port";
  SI.Pressure dp "Pressure of port_a minus that of port_b";
  SI.VolumeFlowRate q "Flow from port_a to port_b";
equation
  dp = port_a.p - port_b.p;
  q = port_a.q;
  0 = port_a.q + port_b.q;
  annotation(Documentation(info="<html>
<p>What flows in flows out.</p>
</html>"));
end TwoPorts;
