within Mosila.Electrical.Examples;
model Chopper "A coil fed by a switched and by an averaged bridge"
  Basic.Ground ground;
  Sources.ConstantVoltage battery(V=10);
  Blocks.Sources.Step duty(height=-0.5, offset=0.25, startTime=0.055);
  Converters.PWM pwm(f=100);
  Converters.FullBridge bridge;
  Basic.Resistor resistor(R=1);
  Basic.Inductor inductor(L=0.02, i(start=0, fixed=true));
  Converters.AveragedFullBridge averaged;
  Basic.Resistor resistor2(R=1);
  Basic.Inductor inductor2(L=0.02, i(start=0, fixed=true));
equation
  connect(battery.n, ground.p);
  connect(battery.p, bridge.dc_p);
  connect(battery.n, bridge.dc_n);
  connect(duty.y, pwm.d);
  connect(pwm.high_p, bridge.high_p);
  connect(pwm.high_n, bridge.high_n);
  connect(bridge.p, resistor.p);
  connect(resistor.n, inductor.p);
  connect(inductor.n, bridge.n);
  connect(battery.p, averaged.dc_p);
  connect(battery.n, averaged.dc_n);
  connect(duty.y, averaged.d);
  connect(averaged.p, resistor2.p);
  connect(resistor2.n, inductor2.p);
  connect(inductor2.n, averaged.n);
  annotation(experiment(StopTime=0.1, Tolerance=1e-9), Documentation(info="<html>
<p>With pulses of 2.5 ms every 10 ms the current of the coil rises and falls exponentially; the averaged bridge gives its
mean.</p>
</html>"));
end Chopper;
