within Mosila.Rotational.Examples;
model GearPlay "A gear with play: the driving side meets the load, is held back and meets it from the other side"
  Components.Inertia driver(J=1, phi(start=0, fixed=true), w(start=2, fixed=true));
  Components.GearWithBacklash gear(ratio=2, b=0.2);
  Components.Inertia load(J=4, phi(start=0, fixed=true), w(start=0, fixed=true));
  Sources.Torque motor;
  Blocks.Sources.Step retard(height=-1, startTime=1);
equation
  connect(retard.y, motor.tau);
  connect(motor.flange, driver.flange_a);
  connect(driver.flange_b, gear.flange_a);
  connect(gear.flange_b, load.flange_a);
  annotation(experiment(StopTime=2.5, Tolerance=1e-9), Documentation(info="<html>
<p>The play is used up after 0.1 s; then driver and load turn with 1 and 0.5 rad/s. From 1 s on the driver is held back, the
flanks part, and meet on the other side when the driver has fallen behind by the whole play.</p>
</html>"));
end GearPlay;
