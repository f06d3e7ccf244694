within Mosila.Hydraulic.Examples;
model Pipe "A pressure step on a closed line, and a steady flow through one"
  Blocks.Sources.Constant high(k=1e6);
  Sources.Pressure supply;
  Components.Line closed(length=10, d=0.02);
  Sources.Pressure supply2;
  Components.Line open(n=5, length=10, d=0.02, p_start=5e5, q_start=1e-3);
  Components.Tank tank;
  Blocks.Sources.Constant flow_(k=1e-4);
  Sources.Flow feed;
  Components.LaminarResistance load(G=1e-10);
equation
  connect(high.y, supply.p);
  connect(supply.port, closed.port_a);
  connect(high.y, supply2.p);
  connect(supply2.port, open.port_a);
  connect(open.port_b, load.port_a);
  connect(load.port_b, tank.port);
  connect(flow_.y, feed.q);
  connect(feed.port, load.port_a);
  annotation(experiment(StopTime=5, Tolerance=1e-9), Documentation(info="<html>
<p>The pressure at the closed end swings around that of the supply as a damped oscillator of second order; through the open line
and the load a steady flow remains.</p>
</html>"));
end Pipe;
