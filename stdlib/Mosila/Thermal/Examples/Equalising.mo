within Mosila.Thermal.Examples;
model Equalising "Two bodies come to one temperature, a third is heated"
  Components.HeatCapacitor hot(C=2, T(start=400, fixed=true));
  Components.ThermalConductor conductor(G=3);
  Sensors.HeatFlowSensor heat;
  Components.HeatCapacitor cold(C=1, T(start=300, fixed=true));
  Sensors.TemperatureSensor thermometer;
  Sources.FixedHeatFlow heater(Q_flow=100);
  Components.HeatCapacitor plate(C=50, T(start=293.15, fixed=true));
  Components.ThermalResistor sink(R=0.2);
  Sources.FixedTemperature room(T=293.15);
equation
  connect(hot.port, conductor.port_a);
  connect(conductor.port_b, heat.port_a);
  connect(heat.port_b, cold.port);
  connect(thermometer.port, cold.port);
  connect(heater.port, plate.port);
  connect(plate.port, sink.port_a);
  connect(sink.port_b, room.port);
  annotation(experiment(StopTime=10, Tolerance=1e-8), Documentation(info="<html>
<p>The difference of hot and cold falls with exp(-4.5*t); both end at 366.67 K. The plate rises by 20 K with a time constant of 10
s.</p>
</html>"));
end Equalising;
