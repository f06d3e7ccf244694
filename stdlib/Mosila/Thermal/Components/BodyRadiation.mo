within Mosila.Thermal.Components;
model BodyRadiation "Radiation between two bodies"
  extends Interfaces.Element1D;
  parameter Real Gr(unit="m2") = 1 "Net radiation conductance: area times emissivity if the surroundings are large";
equation
  Q_flow = Gr*Constants.sigma*(port_a.T^4 - port_b.T^4);
  annotation(Documentation(info="<html>
<p>Law of Stefan and Boltzmann; temperatures are absolute.</p>
</html>"));
end BodyRadiation;
