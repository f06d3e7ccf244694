within Mosila.Translational.Examples;
model Drives "Forces and given motions, and a wheel on a rail"
  Blocks.Sources.Constant demand(k=6);
  Sources.Force motor;
  Sensors.ForceSensor forceSensor;
  Components.Mass car(m=2, s(start=0, fixed=true), v(start=0, fixed=true));
  Components.Mass trailer(m=1);
  Sensors.PositionSensor positionSensor;
  Sensors.SpeedSensor speedSensor;
  Blocks.Sources.RealExpression speed(y=time^2);
  Sources.Speed accelerated;
  Components.Mass pushed(m=2);
  Blocks.Sources.Sine sine(f=1/Constants.pi);
  Sources.Position swinging;
  Components.Mass swung(m=2);
  Rotational.Sources.ConstantTorque torque(tau_constant=3);
  Components.IdealGearR2T wheel(ratio=2);
  Components.Mass wagon(m=5, s(start=0, fixed=true), v(start=0, fixed=true));
  Sources.ConstantForce slope(f_constant=-1);
equation
  connect(demand.y, motor.f);
  connect(motor.flange, car.flange_a);
  connect(car.flange_b, forceSensor.flange_a);
  connect(forceSensor.flange_b, trailer.flange_a);
  connect(positionSensor.flange, trailer.flange_b);
  connect(speedSensor.flange, trailer.flange_b);
  connect(speed.y, accelerated.v_ref);
  connect(accelerated.flange, pushed.flange_a);
  connect(sine.y, swinging.s_ref);
  connect(swinging.flange, swung.flange_a);
  connect(torque.flange, wheel.flangeR);
  connect(wheel.flangeT, wagon.flange_a);
  connect(slope.flange, wagon.flange_b);
  annotation(experiment(StopTime=2, Tolerance=1e-8), Documentation(info="<html>
<p>The motor gives car and trailer 2 m/s2; the wheel of 0.5 m radius pulls the wagon with 6 N.</p>
</html>"));
end Drives;
