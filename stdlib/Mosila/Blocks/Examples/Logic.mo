within Mosila.Blocks.Examples;
model Logic "Logical blocks"
  Sources.BooleanPulse a(period=2, width=50);
  Sources.BooleanPulse b(period=1, width=50);
  Logical.And and_;
  Logical.Or or_;
  Logical.Xor xor_;
  Logical.Nand nand_;
  Logical.Nor nor_;
  Logical.Not not_;
  Logical.Pre pre_;
  Logical.Edge edge_;
  Logical.FallingEdge fallingEdge;
  Logical.Change change_;
  Logical.LogicalSwitch logicalSwitch;
  Logical.Timer timer;
  Logical.OnDelay onDelay(delayTime=0.25);
  Logical.RSFlipFlop flipFlop;
  Logical.TriggeredTrapezoid trapezoid(amplitude=2, rising=0.5, falling=2);
  Math.BooleanToReal asReal(realTrue=2, realFalse=-1);
  Integer edges(start=0, fixed=true);
  Integer falls(start=0, fixed=true);
  Integer changes(start=0, fixed=true);
equation
  connect(a.y, and_.u1);
  connect(b.y, and_.u2);
  connect(a.y, or_.u1);
  connect(b.y, or_.u2);
  connect(a.y, xor_.u1);
  connect(b.y, xor_.u2);
  connect(a.y, nand_.u1);
  connect(b.y, nand_.u2);
  connect(a.y, nor_.u1);
  connect(b.y, nor_.u2);
  connect(a.y, not_.u);
  connect(a.y, pre_.u);
  connect(b.y, edge_.u);
  connect(b.y, fallingEdge.u);
  connect(b.y, change_.u);
  connect(a.y, logicalSwitch.u1);
  connect(b.y, logicalSwitch.u2);
  connect(not_.y, logicalSwitch.u3);
  connect(a.y, timer.u);
  connect(b.y, onDelay.u);
  connect(and_.y, flipFlop.S);
  connect(nor_.y, flipFlop.R);
  connect(a.y, trapezoid.u);
  connect(a.y, asReal.u);
  when edge_.y then
    edges = pre(edges) + 1;
  end when;
  when fallingEdge.y then
    falls = pre(falls) + 1;
  end when;
  when change_.y then
    changes = pre(changes) + 1;
  end when;
  annotation(experiment(StopTime=3.9, Tolerance=1e-8), Documentation(info="<html>
<p>a is true for the first half of every 2 s, b for the first half of every second.</p>
</html>"));
end Logic;
