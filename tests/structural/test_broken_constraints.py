"""Values that actions give to what constraints tie: the rest is where an impulse leaves it, whichever of them are the states."""

from __future__ import annotations

import math

import pytest

from mosila.diagnostics import MosilaError
from tests.running import limits, run_text

SOLVERS = pytest.mark.parametrize("solver", ["ida", "scikits"])

GEAR = """
model Gear
  Real w1(start = 2, fixed = true), w2, tau;
  Real energy = w1 ^ 2 / 2 + w2 ^ 2;
  event discrete Boolean go = false;
equation
  der(w1) = tau;
  2 * der(w2) = -3 * tau;
  w1 = 3 * w2;
  go = time >= 1;
statechart
  state C extends State;
    State a(isInitial = true), b;
    transition a -> b event go action {action} end transition;
  end C;
end Gear;
"""

PENDULUM = """
model Pendulum
  Real x(start = 0.6, fixed = true), y(start = -0.8), vx(start = 0, fixed = true), vy(start = 0), F;
  event discrete Boolean go = false;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -F * x;
  der(vy) = -F * y;
  x ^ 2 + y ^ 2 = 1;
  go = time >= 1;
statechart
  state C extends State;
    State a(isInitial = true), b;
    transition a -> b event go action {action} end transition;
  end C;
end Pendulum;
"""


@SOLVERS
@pytest.mark.parametrize(("action", "w1", "w2"), [("w1 := 5;", 5.0, 2 / 3), ("w2 := 5;", 2.0, 5.0), ("w1 := 9; w2 := 3;", 9.0, 3.0)])
def test_a_wheel_of_a_gear_that_is_given_another_speed(action: str, w1: float, w2: float, solver: str) -> None:
    """w1 + P = 3 (w2 - 1.5 P) with the impulse P of tau; none where both fit."""
    result = run_text(GEAR.format(action=action), "Gear", stop=2.0, tolerance=1e-9, solver=solver)
    impulse = (3 * w2 - w1) / 5.5
    assert limits(result, "w1", 1.0) == pytest.approx((2.0, w1 + impulse), rel=1e-8)
    assert limits(result, "w2", 1.0) == pytest.approx((2 / 3, w2 - 1.5 * impulse), rel=1e-8)
    assert result["w1"][-1] == pytest.approx(w1 + impulse, rel=1e-8)
    told = [dict(change.impulses) for change in result.structures[1:]]
    assert told == ([{"tau": pytest.approx(impulse, rel=1e-8)}] if abs(impulse) > 1e-9 else [])


def test_a_kick_along_the_rod_of_a_pendulum_is_lost() -> None:
    """Without weight at (0.6, -0.8): of a kick of 1 along x the tangential part is left, along (0.8, 0.6)."""
    result = run_text(PENDULUM.format(action="vx := vx + 1;"), "Pendulum", stop=2.0, tolerance=1e-9)
    assert (limits(result, "vx", 1.0)[1], limits(result, "vy", 1.0)[1]) == pytest.approx((0.64, 0.48), rel=1e-7)
    angle = math.atan2(0.6, 0.8) + 0.8
    assert (result["x"][-1], result["y"][-1]) == pytest.approx((math.sin(angle), -math.cos(angle)), rel=1e-7)


def test_a_place_that_the_constraint_does_not_allow_is_an_error() -> None:
    with pytest.raises(MosilaError, match=r"R023.*`[xy]`"):
        run_text(PENDULUM.format(action="x := 0.5;"), "Pendulum", stop=2.0, tolerance=1e-9)
