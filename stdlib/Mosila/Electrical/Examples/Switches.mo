within Mosila.Electrical.Examples;
model Switches "Switches, one of which joins two capacitors"
  Basic.Ground ground;
  Sources.ConstantVoltage source(V=10);
  Blocks.Sources.BooleanStep step(startTime=1);
  Ideal.IdealClosingSwitch closing(Ron=0.1, Goff=1e-3);
  Basic.Resistor load(R=0.9);
  Ideal.IdealOpeningSwitch opening(Ron=0.1, Goff=1e-3);
  Basic.Resistor load2(R=0.9);
  Basic.Capacitor full(C=1, v(start=3, fixed=true));
  Switched.Switch exact;
  Basic.Capacitor empty(C=2, v(start=0, fixed=true));
equation
  connect(source.n, ground.p);
  connect(source.p, closing.p);
  connect(closing.n, load.p);
  connect(load.n, ground.p);
  connect(source.p, opening.p);
  connect(opening.n, load2.p);
  connect(load2.n, ground.p);
  connect(full.n, ground.p);
  connect(full.p, exact.p);
  connect(exact.n, empty.p);
  connect(empty.n, ground.p);
  connect(step.y, closing.control);
  connect(step.y, opening.control);
  connect(step.y, exact.control);
  annotation(experiment(StopTime=2, Tolerance=1e-8), Documentation(info="<html>
<p>At 1 s the capacitors of 1 F and 2 F are joined: the 3 C of the first are shared at once, 2 C of them flow as an impulse, and
both have 1 V.</p>
</html>"));
end Switches;
