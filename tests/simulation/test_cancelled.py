"""Variables that aliases make drop out of an equation: what is computed from it needs them no more."""

from __future__ import annotations

import numpy as np
import pytest

from tests.running import run_text

EQUATION = """
model M
  Real a, b, c(start = 1, fixed = true), d, e;
equation
  a = b;
  d = a - b + e;
  a = 2 * d + time;
  e = c + 1;
  der(c) = -d;
end M;
"""

BALANCE = """
model M
  connector Pin
    Real v;
    flow Real i;
  end Pin;

  model Capacitor
    Pin p;
    Real v(start = 1, fixed = true) = p.v;
  equation
    der(v) = p.i;
  end Capacitor;

  model Resistor
    Pin p;
  equation
    p.v = p.i;
  end Resistor;

  model Turn "its current goes back to where it comes from"
    Pin p, n;
    Real by;
  equation
    p.i + n.i = 0;
    p.i = by;
  end Turn;

  Capacitor capacitor;
  Resistor resistor;
  Turn turn(by = 2 * capacitor.p.i + time);
equation
  connect(turn.p, capacitor.p);
  connect(turn.n, capacitor.p);
  connect(resistor.p, capacitor.p);
end M;
"""


def test_out_of_an_equation() -> None:
    result = run_text(EQUATION, suffix=".mo", stop=1.0, tolerance=1e-8)
    assert result["c"] == pytest.approx(2 * np.exp(-result.time) - 1, abs=1e-6)
    assert result["a"] == pytest.approx(4 * np.exp(-result.time) + result.time, abs=1e-6)


def test_out_of_a_balance() -> None:
    result = run_text(BALANCE, suffix=".mo", stop=1.0, tolerance=1e-8)
    assert result["capacitor.v"] == pytest.approx(np.exp(-result.time), abs=1e-6)
    assert result["turn.n.i"] == pytest.approx(2 * np.exp(-result.time) - result.time, abs=1e-6)
