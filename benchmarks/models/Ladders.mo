package Ladders "resistors and capacitors as components, joined by connections"
  connector Pin
    Real v;
    flow Real i;
  end Pin;

  partial model TwoPin
    Pin p, n;
    Real v, i;
  equation
    v = p.v - n.v;
    i = p.i;
    p.i + n.i = 0;
  end TwoPin;

  model Resistor
    extends TwoPin;
    parameter Real R = 1;
  equation
    v = R * i;
  end Resistor;

  model Capacitor
    extends TwoPin(v(start = 0, fixed = true));
    parameter Real C = 1;
  equation
    C * der(v) = i;
  end Capacitor;

  model VoltageSource
    extends TwoPin;
    parameter Real V = 1;
  equation
    v = V;
  end VoltageSource;

  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;

  partial model Ladder
    parameter Integer n;
    VoltageSource source;
    Resistor resistor[n];
    Capacitor capacitor[n];
    Ground ground;
  equation
    connect(source.p, resistor[1].p);
    for k in 1:n loop
      connect(resistor[k].n, capacitor[k].p);
      connect(capacitor[k].n, ground.p);
    end for;
    for k in 1:n - 1 loop
      connect(resistor[k].n, resistor[k + 1].p);
    end for;
    connect(source.n, ground.p);
  end Ladder;

  model Ladder100
    extends Ladder(n = 100);
  end Ladder100;

  model Ladder1000
    extends Ladder(n = 1000);
  end Ladder1000;

  model Ladder10000
    extends Ladder(n = 10000);
  end Ladder10000;
end Ladders;
