within Mosila.Electrical.Examples;
model Rectifiers "Half-wave rectifiers with both kinds of diode"
  Basic.Ground ground;
  Sources.SineVoltage source(V=10, f=1);
  Ideal.IdealDiode diode(Ron=0.1, Goff=0.001, Vknee=0.7);
  Basic.Resistor load(R=1);
  Switched.Diode exact;
  Basic.Capacitor smoothing(C=0.5, v(start=0, fixed=true));
  Basic.Resistor load2(R=2);
equation
  connect(source.n, ground.p);
  connect(source.p, diode.p);
  connect(diode.n, load.p);
  connect(load.n, ground.p);
  connect(source.p, exact.p);
  connect(exact.n, smoothing.p);
  connect(smoothing.n, ground.p);
  connect(exact.n, load2.p);
  connect(load2.n, ground.p);
  annotation(experiment(StopTime=1, Tolerance=1e-8), Documentation(info="<html>
<p>The first diode has a knee and small losses. The second is exact: while it conducts, the capacitor has the voltage of the
source and is no state; while it blocks, the capacitor discharges through its load.</p>
</html>"));
end Rectifiers;
