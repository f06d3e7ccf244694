"""Plain Modelica: ball, ladder and a stiff reaction against closed forms and an independent solver."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.integrate import solve_ivp

from tests.running import EXAMPLES, event_times, limits, run_file, run_text

G, HEIGHT, RESTITUTION = 9.81, 1.0, 0.95

ROBERTSON = """
model Robertson
  Real y1(start = 1, fixed = true), y2(start = 0, fixed = true, nominal = 1e-5), y3(start = 0);
equation
  der(y1) = -0.04 * y1 + 1e4 * y2 * y3;
  der(y2) = 0.04 * y1 - 1e4 * y2 * y3 - 3e7 * y2 ^ 2;
  y1 + y2 + y3 = 1;
end Robertson;
"""


def impact(number: int) -> float:
    """When the ball hits the floor for the n-th time (from 1)."""
    first = np.sqrt(2.0 * HEIGHT / G)
    hops = 2.0 * first * sum(RESTITUTION**k for k in range(1, number))
    return float(first + hops)


def test_a_hundred_impacts() -> None:
    stop = 0.5 * (impact(100) + impact(101))
    result = run_file(EXAMPLES / "BouncingBall" / "BouncingBall.mo", stop=stop, tolerance=1e-10)
    times = event_times(result)
    assert len(times) == 100
    expected = np.array([impact(number) for number in range(1, 101)])
    assert times == pytest.approx(expected, rel=1e-7)
    for number in (1, 2, 50, 100):
        speed = G * impact(1) * RESTITUTION ** (number - 1)
        left, right = limits(result, "v", impact(number))
        assert left == pytest.approx(-speed, abs=1e-7)
        assert right == pytest.approx(RESTITUTION * speed, abs=1e-7)
    assert result["impacts"][-1] == 100


def test_rc_ladder_against_an_independent_solver() -> None:
    n, stop = 100, 100.0
    result = run_file(EXAMPLES / "RcLadder" / "RcLadder.mo", stop=stop, tolerance=1e-8)

    def rates(_: float, v: np.ndarray) -> np.ndarray:
        padded = np.concatenate(([1.0], v, [v[-1]]))
        return np.asarray(padded[:-2] - 2.0 * padded[1:-1] + padded[2:])

    other = solve_ivp(rates, (0.0, stop), np.zeros(n), method="DOP853", rtol=1e-12, atol=1e-14)
    mine = np.array([result[f"capacitor[{k}].v"][-1] for k in range(1, n + 1)])
    assert mine == pytest.approx(other.y[:, -1], abs=1e-6)


def test_robertson_against_an_independent_solver() -> None:
    stop = 1e5
    result = run_text(ROBERTSON, suffix=".mo", stop=stop, tolerance=1e-8)

    def rates(_: float, y: np.ndarray) -> list[float]:
        fast, slow = 3e7 * y[1] ** 2, 1e4 * y[1] * y[2]
        return [-0.04 * y[0] + slow, 0.04 * y[0] - slow - fast, fast]

    other = solve_ivp(rates, (0.0, stop), [1.0, 0.0, 0.0], method="Radau", rtol=1e-11, atol=1e-16).y[:, -1]
    for name, expected in zip(("y1", "y2", "y3"), other, strict=True):
        assert result[name][-1] == pytest.approx(expected, rel=1e-5)
