within Mosila.Electrical.Interfaces;
partial model ConditionalHeatPort "Losses as heat, to a port if one is wanted"
  parameter Boolean useHeatPort = false "Whether there is a heat port";
  parameter SI.Temperature T = 293.15 "Temperature if there is none";
  Thermal.Interfaces.HeatPort_a heatPort(T=T_heatPort, Q_flow=-lossPower) if useHeatPort "Where the losses go";
  SI.Power lossPower "Losses";
  SI.Temperature T_heatPort "Temperature of the component";
equation
  if not useHeatPort then
    T_heatPort = T;
  end if;
  annotation(Documentation(info="<html>
<p>A component that extends this has one equation for lossPower.</p>
</html>"));
end ConditionalHeatPort;
