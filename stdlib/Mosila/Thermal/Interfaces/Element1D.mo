within Mosila.Thermal.Interfaces;
partial model Element1D "Something that transports heat and stores none"
  HeatPort_a port_a "Left port";
  HeatPort_b port_b "Right port";
  SI.HeatFlowRate Q_flow "Heat from port_a to port_b";
  SI.TemperatureDifference dT "Temperature of port_a minus that of port_b";
equation
  dT = port_a.T - port_b.T;
  port_a.Q_flow = Q_flow;
  port_b.Q_flow = -Q_flow;
  annotation(Documentation(info="<html>
<p>A component that extends this says how Q_flow depends on the temperatures.</p>
</html>"));
end Element1D;
