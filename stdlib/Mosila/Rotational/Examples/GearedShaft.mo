within Mosila.Rotational.Examples;
model GearedShaft "A torque that drives an inertia through a gear"
  Blocks.Sources.Constant demand(k=2);
  Sources.Torque motor;
  Components.Inertia rotor(J=1, phi(start=0, fixed=true), w(start=0, fixed=true));
  Sensors.TorqueSensor torqueSensor;
  Sensors.PowerSensor powerSensor;
  Components.IdealGear gear(ratio=10);
  Components.Inertia load(J=100);
  Sources.ConstantTorque weight(tau_constant=-10);
  Sensors.SpeedSensor speedSensor;
  Sensors.AngleSensor angleSensor;
equation
  connect(demand.y, motor.tau);
  connect(motor.flange, rotor.flange_a);
  connect(rotor.flange_b, torqueSensor.flange_a);
  connect(torqueSensor.flange_b, powerSensor.flange_a);
  connect(powerSensor.flange_b, gear.flange_a);
  connect(gear.flange_b, load.flange_a);
  connect(load.flange_b, weight.flange);
  connect(speedSensor.flange, load.flange_b);
  connect(angleSensor.flange, load.flange_b);
  annotation(experiment(StopTime=2, Tolerance=1e-8), Documentation(info="<html>
<p>Seen from the motor the load has an inertia of 1 and a torque of -1, so the rotor gains 0.5 rad/s each second.</p>
</html>"));
end GearedShaft;
