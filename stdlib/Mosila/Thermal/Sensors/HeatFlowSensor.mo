within Mosila.Thermal.Sensors;
model HeatFlowSensor "Measures a flow of heat"
  Interfaces.HeatPort_a port_a "Left port";
  Interfaces.HeatPort_b port_b "Right port";
  Blocks.Interfaces.RealOutput Q_flow(unit="W") "Heat from port_a to port_b";
equation
  port_a.T = port_b.T;
  0 = port_a.Q_flow + port_b.Q_flow;
  Q_flow = port_a.Q_flow;
  annotation(Documentation(info="<html>
<p>Both ports have one temperature.</p>
</html>"));
end HeatFlowSensor;
