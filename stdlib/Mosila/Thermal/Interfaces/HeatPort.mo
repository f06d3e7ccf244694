within Mosila.Thermal.Interfaces;
connector HeatPort "Where heat goes in or out"
  SI.Temperature T "Temperature";
  flow SI.HeatFlowRate Q_flow "Heat that flows into the component";
  annotation(Documentation(info="<html>
<p>Connected ports have one temperature, and their flows add up to zero.</p>
</html>"));
end HeatPort;
