within Mosila.Electrical.Examples;
model Charging "A capacitor and an inductor switched to a voltage"
  Basic.Ground ground;
  Sources.StepVoltage source(V=10, startTime=0.5);
  Basic.Resistor resistor(R=1000);
  Basic.Capacitor capacitor(C=1e-3, v(start=2, fixed=true));
  Basic.Resistor resistor2(R=4);
  Basic.Inductor inductor(L=2, i(start=0, fixed=true));
  Sensors.CurrentSensor ammeter;
  Sensors.VoltageSensor voltmeter;
  Sensors.PowerSensor wattmeter;
equation
  connect(source.n, ground.p);
  connect(source.p, ammeter.p);
  connect(ammeter.n, resistor.p);
  connect(resistor.n, capacitor.p);
  connect(capacitor.n, ground.p);
  connect(voltmeter.p, capacitor.p);
  connect(voltmeter.n, capacitor.n);
  connect(source.p, wattmeter.pc);
  connect(wattmeter.nc, resistor2.p);
  connect(wattmeter.pv, source.p);
  connect(wattmeter.nv, source.n);
  connect(resistor2.n, inductor.p);
  connect(inductor.n, ground.p);
  annotation(experiment(StopTime=3, Tolerance=1e-8), Documentation(info="<html>
<p>The capacitor first discharges from 2 V, then is charged to 10 V with a time constant of 1 s; the current in the inductor rises
to 2.5 A with a time constant of 0.5 s.</p>
</html>"));
end Charging;
