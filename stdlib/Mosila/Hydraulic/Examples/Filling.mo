within Mosila.Hydraulic.Examples;
model Filling "Volumes that are filled and emptied"
  Blocks.Sources.Constant high(k=1e7);
  Sources.Pressure supply;
  Components.LaminarResistance gap(G=1e-12);
  Sensors.FlowSensor flowSensor;
  Components.Volume volume(V=1.4e-3, p(start=0, fixed=true));
  Sensors.PressureSensor pressureSensor;
  Components.Volume emptied(V=1.4e-2, p(start=4e6, fixed=true));
  Components.Valve valve(A=1e-6, Cd=0.7, rho=980, dp_small=0.01);
  Blocks.Sources.Constant half(k=0.5);
  Components.Tank tank;
  Components.ReliefValve relief(p_open=6e6, G=1e-11);
  Blocks.Sources.Sine swing(amplitude=1e5, f=1);
  Sources.Pressure wave;
  Components.CheckValve check;
  Components.LaminarResistance load(G=1e-10);
equation
  connect(high.y, supply.p);
  connect(supply.port, gap.port_a);
  connect(gap.port_b, flowSensor.port_a);
  connect(flowSensor.port_b, volume.port);
  connect(pressureSensor.port, volume.port);
  connect(emptied.port, valve.port_a);
  connect(half.y, valve.opening);
  connect(valve.port_b, tank.port);
  connect(supply.port, relief.port_a);
  connect(relief.port_b, tank.port);
  connect(swing.y, wave.p);
  connect(wave.port, check.port_a);
  connect(check.port_b, load.port_a);
  connect(load.port_b, tank.port);
  annotation(experiment(StopTime=1, Tolerance=1e-9), Documentation(info="<html>
<p>The volume is filled with a time constant of 1 s. The pressure of the other one falls as the square of a straight line. The
relief valve passes 4e-5 m3/s, and the check valve only the positive half of the wave.</p>
</html>"));
end Filling;
