within Mosila.Electrical.Examples;
model Transformers "Coupled windings and an ideal transformer"
  Basic.Ground ground;
  Sources.ConstantVoltage source(V=10);
  Basic.Transformer transformer(L1=2, L2=0.5, M=0.8, i1(start=0, fixed=true), i2(start=0, fixed=true));
  Basic.Resistor load(R=1e9);
  Ideal.IdealTransformer ideal(n=10);
  Basic.Resistor load2(R=2);
equation
  connect(source.n, ground.p);
  connect(source.p, transformer.p1);
  connect(transformer.n1, ground.p);
  connect(transformer.p2, load.p);
  connect(transformer.n2, load.n);
  connect(load.n, ground.p);
  connect(source.p, ideal.p1);
  connect(ideal.n1, ground.p);
  connect(ideal.p2, load2.p);
  connect(ideal.n2, load2.n);
  connect(load2.n, ground.p);
  annotation(experiment(StopTime=1, Tolerance=1e-8), Documentation(info="<html>
<p>With almost nothing connected on the right the coupled windings give M/L1*10 V = 4 V, and the current on the left rises by 5
A/s. The ideal transformer gives 1 V, 0.5 A on the right and 0.05 A on the left.</p>
</html>"));
end Transformers;
