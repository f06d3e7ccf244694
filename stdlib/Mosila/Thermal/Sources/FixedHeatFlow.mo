within Mosila.Thermal.Sources;
model FixedHeatFlow "A constant flow of heat"
  parameter SI.HeatFlowRate Q_flow = 1 "Heat into what is connected";
  Interfaces.HeatPort_b port "Port";
equation
  port.Q_flow = -Q_flow;
  annotation(Documentation(info="<html>
<p>The same heat at every temperature.</p>
</html>"));
end FixedHeatFlow;
