within Mosila.Thermal.Components;
model ThermalResistor "Conduction, told by its resistance"
  extends Interfaces.Element1D;
  parameter SI.ThermalResistance R = 1 "Thermal resistance";
equation
  dT = R*Q_flow;
  annotation(Documentation(info="<html>
<p>dT = R*Q_flow, as data sheets of heat sinks have it.</p>
</html>"));
end ThermalResistor;
