"""A ladder of R, L, C and leak sections, driven by a sine, to which a block of sections is added again and again."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

RESISTANCE, INDUCTANCE, CAPACITANCE, LEAK = 0.5, 0.2, 0.1, 50.0


def growing_circuit(blocks: int, sections: int, pause: float) -> str:
    """The model `Grow`: 4 components of 5 equations in a section; the first block is there from the start."""
    return f"""
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
  parameter Real R = {RESISTANCE};
equation
  v = R * i;
end Resistor;

model Inductor
  extends TwoPin(i(start = 0, fixed = true));
  parameter Real L = {INDUCTANCE};
equation
  L * der(i) = v;
end Inductor;

model Capacitor
  extends TwoPin(v(start = 0, fixed = true));
  parameter Real C = {CAPACITANCE};
equation
  C * der(v) = i;
end Capacitor;

model Source
  extends TwoPin;
equation
  v = sin(time);
end Source;

model Ground
  Pin p;
equation
  p.v = 0;
end Ground;

model Section
  Pin a, b;
  Resistor r;
  Inductor l;
  Capacitor c;
  Resistor leak(R = {LEAK});
  Ground g;
equation
  connect(a, r.p);
  connect(r.n, l.p);
  connect(l.n, c.p);
  connect(l.n, leak.p);
  connect(l.n, b);
  connect(c.n, g.p);
  connect(leak.n, g.p);
end Section;

model Block
  Pin a, b;
  Section s[{sections}];
equation
  connect(a, s[1].a);
  for k in 1:{sections - 1} loop
    connect(s[k].b, s[k + 1].a);
  end for;
  connect(s[{sections}].b, b);
end Block;

model Grow
  parameter Integer blocks = {blocks};
  Source source;
  Ground ground;
  Block part[blocks];
  discrete Integer count(start = 0);
equation
  connect(source.n, ground.p);
  connect(source.p, part[1].a);
  for k in 1:blocks - 1 loop
    connect(part[k].b, part[k + 1].a);
  end for;
statechart
  state Growth extends State;
    State begin(isInitial = true), growing;
    transition begin -> growing action count := 1; add(part[1]); end transition;
    transition growing -> growing event after({pause}) guard count < blocks action
      count := count + 1;
      add(part[count]);
    end transition;
  end Growth;
end Grow;
"""


def static_ladder(sections: int, start: float, currents: str, voltages: str) -> str:
    """The model `Static`: the differential equations of a ladder, by hand, from these values at its time 0, which is `start`."""
    return f"""
model Static
  parameter Integer n = {sections};
  Real i[n](start = {{{currents}}}, each fixed = true), v[n](start = {{{voltages}}}, each fixed = true);
equation
  {INDUCTANCE} * der(i[1]) = sin(time + {start!r}) - {RESISTANCE} * i[1] - v[1];
  for k in 2:n loop
    {INDUCTANCE} * der(i[k]) = v[k - 1] - {RESISTANCE} * i[k] - v[k];
  end for;
  for k in 1:n - 1 loop
    {CAPACITANCE} * der(v[k]) = i[k] - v[k] / {LEAK} - i[k + 1];
  end for;
  {CAPACITANCE} * der(v[n]) = i[n] - v[n] / {LEAK};
end Static;
"""


def ladder_matrix(sections: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """`x' = A x + b sin(t)` of a ladder, x = (currents, voltages): the same circuit by hand."""
    a = np.zeros((2 * sections, 2 * sections))
    for k in range(sections):
        a[k, k] = -RESISTANCE / INDUCTANCE
        a[k, sections + k] = -1 / INDUCTANCE
        a[sections + k, k] = 1 / CAPACITANCE
        a[sections + k, sections + k] = -1 / (LEAK * CAPACITANCE)
        if k:
            a[k, sections + k - 1] = 1 / INDUCTANCE
            a[sections + k - 1, k] = -1 / CAPACITANCE
    b = np.zeros(2 * sections)
    b[0] = 1 / INDUCTANCE
    return a, b
