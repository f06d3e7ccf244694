within Mosila.Electrical.Examples;
model Amplifiers "Operational amplifiers with feedback"
  Basic.Ground ground;
  Sources.SineVoltage source(V=1, f=1);
  Basic.Resistor r1(R=1000);
  Basic.Resistor r2(R=5000);
  Ideal.IdealOpAmp3Pin inverting;
  Basic.Resistor r3(R=1000);
  Basic.Capacitor c(C=1e-3, v(start=0, fixed=true));
  Ideal.IdealOpAmp3Pin integrating;
  Basic.Resistor r4(R=1000);
  Basic.Resistor r5(R=20000);
  Ideal.OpAmp limited(VMax=15);
equation
  connect(source.n, ground.p);
  connect(source.p, r1.p);
  connect(r1.n, inverting.in_n);
  connect(inverting.in_n, r2.p);
  connect(r2.n, inverting.out);
  connect(inverting.in_p, ground.p);
  connect(source.p, r3.p);
  connect(r3.n, integrating.in_n);
  connect(integrating.in_n, c.p);
  connect(c.n, integrating.out);
  connect(integrating.in_p, ground.p);
  connect(source.p, r4.p);
  connect(r4.n, limited.in_n);
  connect(limited.in_n, r5.p);
  connect(r5.n, limited.out);
  connect(limited.in_p, ground.p);
  annotation(experiment(StopTime=1, Tolerance=1e-8), Documentation(info="<html>
<p>The first amplifier gives -5 times the source, the second its integral with the opposite sign, the third -20 times the source,
but no more than 15 V.</p>
</html>"));
end Amplifiers;
