within Mosila.Thermal.Examples;
model Cooling "A body cooled by a wind that blows half of the time, and one that radiates"
  Components.HeatCapacitor body(C=10, T(start=400, fixed=true));
  Components.Convection convection;
  Blocks.Sources.Pulse wind(amplitude=5, period=2);
  Sources.PrescribedTemperature air(T=300);
  Components.HeatCapacitor filament(C=0.1, T(start=2000, fixed=true));
  Components.BodyRadiation radiation(Gr=1e-3);
  Sources.FixedTemperature space(T=0);
  Sources.PrescribedHeatFlow lamp;
  Blocks.Sources.Ramp dimmer(height=8, duration=4);
  Components.HeatCapacitor water(C=4, T(start=293.15, fixed=true));
equation
  connect(body.port, convection.solid);
  connect(convection.fluid, air.port);
  connect(wind.y, convection.Gc);
  connect(filament.port, radiation.port_a);
  connect(radiation.port_b, space.port);
  connect(dimmer.y, lamp.Q_flow);
  connect(lamp.port, water.port);
  annotation(experiment(StopTime=4, Tolerance=1e-8), Documentation(info="<html>
<p>The body cools with a time constant of 2 s while the wind blows. The filament follows 1/T^3 = 1/T0^3 + 3*Gr*sigma*t/C.</p>
</html>"));
end Cooling;
