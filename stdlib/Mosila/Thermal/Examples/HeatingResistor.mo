within Mosila.Thermal.Examples;
model HeatingResistor "A resistor that warms up and conducts less"
  Electrical.Basic.Ground ground;
  Electrical.Sources.ConstantVoltage source(V=10);
  Electrical.Basic.Resistor resistor(R=10, alpha=0.005, T_ref=300, useHeatPort=true);
  Components.HeatCapacitor wire(C=0.5, T(start=300, fixed=true));
  Components.ThermalConductor loss(G=0.1);
  Sources.FixedTemperature room(T=300);
equation
  connect(source.p, resistor.p);
  connect(resistor.n, ground.p);
  connect(source.n, ground.p);
  connect(resistor.heatPort, wire.port);
  connect(wire.port, loss.port_a);
  connect(loss.port_b, room.port);
  annotation(experiment(StopTime=200, Tolerance=1e-8), Documentation(info="<html>
<p>It comes to rest where G*x*(1 + alpha*x) = V^2/R with x the temperature above the room: at 73.2 K.</p>
</html>"));
end HeatingResistor;
