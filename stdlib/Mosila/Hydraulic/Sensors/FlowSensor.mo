within Mosila.Hydraulic.Sensors;
model FlowSensor "Measures a flow"
  Interfaces.Port_a port_a "Left port";
  Interfaces.Port_b port_b "Right port";
  Blocks.Interfaces.RealOutput q(unit="m3/s") "Flow from port_a to port_b";
equation
  port_a.p = port_b.p;
  0 = port_a.q + port_b.q;
  q = port_a.q;
  annotation(Documentation(info="<html>
<p>Both ports have one pressure.</p>
</html>"));
end FlowSensor;
