// A chain of resistors with a capacitor to ground behind each: the discrete model of a long cable. It shows components with
// connectors, arrays of components, and `connect` in a loop. All stages are alike, so the compiled code has one loop over
// them, and 1000 stages take no longer to compile than 100.
package RcLadder
  connector Pin
    Real v(unit="V") "potential";
    flow Real i(unit="A") "current into the component";
  end Pin;

  partial model TwoPin "A component with two pins: what flows in at one flows out at the other"
    Pin p;
    Pin n;
    Real v(unit="V") "voltage from p to n";
    Real i(unit="A") "current from p to n";
  equation
    v = p.v - n.v;
    i = p.i;
    p.i + n.i = 0;
  end TwoPin;

  model Resistor
    extends TwoPin;
    parameter Real R(unit="Ohm") = 1;
  equation
    v = R*i;
  end Resistor;

  model Capacitor
    extends TwoPin(v(start=0, fixed=true));
    parameter Real C(unit="F") = 1;
  equation
    C*der(v) = i;
  end Capacitor;

  model VoltageSource
    extends TwoPin;
    parameter Real V(unit="V") = 1;
  equation
    v = V;
  end VoltageSource;

  model Ground
    Pin p;
  equation
    p.v = 0;
  end Ground;

  model Ladder "n stages, driven by a constant voltage from rest"
    parameter Integer n = 100 "number of stages";
    VoltageSource source(V=1);
    Resistor resistor[n](each R=1);
    Capacitor capacitor[n](each C=1);
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
    annotation(experiment(StartTime=0, StopTime=100, Tolerance=1e-8));
  end Ladder;
end RcLadder;
