"""Unknowns and relations that depend on each other: ideal diodes, choices that go in circles, equations that need damped steps."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from mosila.diagnostics import MosilaError
from mosila.results import Result
from tests.running import run_text

RECTIFIER = """
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
model Diode
  extends TwoPin;
  parameter Real Ron = 1e-5, Goff = 1e-5;
  Real s(start = 0);
  Boolean off(start = true);
equation
  off = s < 0;
  v = s * (if off then 1 else Ron);
  i = s * (if off then Goff else 1);
end Diode;
model Resistor
  extends TwoPin;
  parameter Real R = 1;
equation
  v = R * i;
end Resistor;
model Capacitor
  extends TwoPin;
  parameter Real C = 1;
equation
  C * der(v) = i;
end Capacitor;
model Source
  extends TwoPin;
equation
  v = 10 * sin(100 * 3.14159265358979 * time + 0.3);
end Source;
model Ground
  Pin p;
equation
  p.v = 0;
end Ground;
model Rectifier
  Diode d1, d2, d3, d4;
  Resistor load(R = 100), wire(R = 0.1);
  Source source;
  Ground ground;
  Capacitor c(C = 1e-4, v(start = 0, fixed = true));
equation
  connect(source.p, wire.p);
  connect(wire.n, d1.p);
  connect(wire.n, d2.n);
  connect(source.n, d3.p);
  connect(source.n, d4.n);
  connect(d1.n, load.p);
  connect(d3.n, load.p);
  connect(d2.p, load.n);
  connect(d4.p, load.n);
  connect(load.n, ground.p);
  {smoothing}
end Rectifier;
"""


def rectifier(smoothing: str) -> Result:
    text = RECTIFIER.format(smoothing=smoothing)
    if not smoothing:
        text = text.replace("  Capacitor c(C = 1e-4, v(start = 0, fixed = true));\n", "")
    return run_text(text, "Rectifier", suffix=".mo", stop=0.05, tolerance=1e-8)


def test_four_ideal_diodes_rectify() -> None:
    result = rectifier("")
    wave = np.abs(10 * np.sin(100 * np.pi * result.time + 0.3))
    assert result["load.v"] == pytest.approx(wave * 100 / 100.1, abs=1e-3)


def test_a_smoothed_rectifier_agrees_with_its_conductances() -> None:
    """Each diode as a conductance of two values: by Kirchhoff's law at the load, one pair of diodes conducts or none does."""
    result = rectifier("connect(load.p, c.p); connect(load.n, c.n);")

    def rate(t: float, u: np.ndarray) -> list[float]:
        wave = abs(10 * np.sin(100 * np.pi * t + 0.3))
        return [((wave - u[0]) / 0.1 * (wave > u[0]) - u[0] / 100) / 1e-4]

    exact = solve_ivp(rate, (0, 0.05), [0.0], rtol=1e-8, atol=1e-8, max_step=1e-5, dense_output=True)
    assert result["c.v"] == pytest.approx(exact.sol(result.time)[0], abs=5e-3)


CIRCLE = """
model M
  Real x, y, a, b;
equation
  a = if time < 0.5 then -5 else 0;
  b = if time < 0.5 then 5 else 0;
  x = if y > a then 1 else -1;
  y = if x > b then 1 else -1;
end M;
"""


def test_passes_that_go_in_circles_end_where_everything_fits() -> None:
    result = run_text(CIRCLE, suffix=".mo", stop=1.0)
    assert (result["x"][0], result["y"][0]) == (1.0, -1.0)
    assert result["x"][-1] == result["y"][-1]


def test_a_circle_without_a_way_out_is_an_error() -> None:
    with pytest.raises(MosilaError) as caught:
        run_text("model M Real x(start = 1); equation x = if x > 0 then -1 else 1; end M;", suffix=".mo", stop=1.0)
    assert [fault.code for fault in caught.value.diagnostics] == ["R004"]


@pytest.mark.parametrize("tolerance", [1e-4, 1e-8])
def test_an_unknown_may_pass_through_zero_on_its_way(tolerance: float) -> None:
    text = "model M Real x(start = 1), z; equation x = -1 + 0.1 * z; z^3 + z = time + x; end M;"
    result = run_text(text, suffix=".mo", stop=1.0, tolerance=tolerance)
    z = result["z"][0]
    assert z**3 + z == pytest.approx(-1 + 0.1 * z, abs=1e-9)
