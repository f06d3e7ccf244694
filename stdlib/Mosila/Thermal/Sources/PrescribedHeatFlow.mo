within Mosila.Thermal.Sources;
model PrescribedHeatFlow "A flow of heat given by a signal"
  Blocks.Interfaces.RealInput Q_flow(unit="W") "Heat into what is connected";
  Interfaces.HeatPort_b port "Port";
equation
  port.Q_flow = -Q_flow;
  annotation(Documentation(info="<html>
<p>The same heat at every temperature.</p>
</html>"));
end PrescribedHeatFlow;
