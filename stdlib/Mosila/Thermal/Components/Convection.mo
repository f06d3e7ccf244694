within Mosila.Thermal.Components;
model Convection "Heat transfer between a solid and a fluid"
  Blocks.Interfaces.RealInput Gc(unit="W/K") "Convective conductance: area times coefficient of heat transfer";
  Interfaces.HeatPort_a solid "Solid";
  Interfaces.HeatPort_b fluid "Fluid";
  SI.HeatFlowRate Q_flow "Heat from solid to fluid";
  SI.TemperatureDifference dT "Temperature of the solid minus that of the fluid";
equation
  dT = solid.T - fluid.T;
  solid.Q_flow = Q_flow;
  fluid.Q_flow = -Q_flow;
  Q_flow = Gc*dT;
  annotation(Documentation(info="<html>
<p>Q_flow = Gc*dT, where Gc is a signal since it depends on how the fluid moves.</p>
</html>"));
end Convection;
