within Mosila.Electrical.Examples;
model Dividers "Resistors, conductors and controlled sources"
  Basic.Ground ground;
  Sources.ConstantVoltage source(V=12);
  Basic.Resistor upper(R=2);
  Basic.Conductor lower(G=0.25);
  Sources.SineVoltage sine(V=3, f=0.5, offset=1);
  Basic.VariableResistor variable;
  Blocks.Sources.Ramp ramp(height=2, offset=1, duration=1);
  Sources.PulseVoltage pulse(V=5, width=25, period=0.4, offset=1);
  Basic.VCV amplifier(gain=3);
  Basic.Resistor load(R=5);
  Basic.VCC converter(transConductance=0.1);
  Basic.Resistor load2(R=20);
  Sources.ConstantCurrent constantCurrent(I=0.5);
  Basic.Resistor load3(R=8);
  Sources.SignalCurrent signalCurrent;
  Basic.Resistor load4(R=2, alpha=0.004, T_ref=293.15, T=343.15);
  Sources.SignalVoltage signalVoltage;
  Basic.Resistor load5(R=4);
equation
  connect(source.n, ground.p);
  connect(source.p, upper.p);
  connect(upper.n, lower.p);
  connect(lower.n, ground.p);
  connect(sine.n, ground.p);
  connect(sine.p, variable.p);
  connect(variable.n, ground.p);
  connect(ramp.y, variable.R);
  connect(pulse.n, ground.p);
  connect(pulse.p, amplifier.p1);
  connect(amplifier.n1, ground.p);
  connect(amplifier.p2, load.p);
  connect(load.n, ground.p);
  connect(amplifier.n2, ground.p);
  connect(pulse.p, converter.p1);
  connect(converter.n1, ground.p);
  connect(converter.p2, load2.p);
  connect(load2.n, ground.p);
  connect(converter.n2, ground.p);
  connect(constantCurrent.n, load3.p);
  connect(load3.n, ground.p);
  connect(constantCurrent.p, ground.p);
  connect(signalCurrent.n, load4.p);
  connect(load4.n, ground.p);
  connect(signalCurrent.p, ground.p);
  connect(ramp.y, signalCurrent.i);
  connect(signalVoltage.p, load5.p);
  connect(load5.n, ground.p);
  connect(signalVoltage.n, ground.p);
  connect(ramp.y, signalVoltage.v);
  annotation(experiment(StopTime=1, Tolerance=1e-8), Documentation(info="<html>
<p>The divider of 2 Ohm and 0.25 S halves the difference: 8 V remain of 12 V. load4 is 50 K above its reference temperature and so
has 2.4 Ohm.</p>
</html>"));
end Dividers;
