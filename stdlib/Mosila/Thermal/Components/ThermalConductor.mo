within Mosila.Thermal.Components;
model ThermalConductor "Conduction"
  extends Interfaces.Element1D;
  parameter SI.ThermalConductance G = 1 "Thermal conductance";
equation
  Q_flow = G*dT;
  annotation(Documentation(info="<html>
<p>Q_flow = G*dT. For a wall G is conductivity*area/thickness.</p>
</html>"));
end ThermalConductor;
