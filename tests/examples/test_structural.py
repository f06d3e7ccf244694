"""Examples whose structure changes, against closed forms: lander, pendulum, clutch, rectifier."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.linalg import expm
from scipy.optimize import brentq

from mosila.results import Result
from tests.examples.scripts import load_script
from tests.running import limits


@pytest.fixture(scope="module")
def lander() -> Result:
    result: Result = load_script("LandingDevice").fly("Lander")
    return result


def test_the_lander_stands_still_after_it_has_landed(lander: Result) -> None:
    landing = lander.structures[-1]
    assert landing.time == pytest.approx(22.874149068, rel=1e-6)
    assert limits(lander, "body.v", landing.time) == pytest.approx((-31.262852863, 0.0), rel=1e-6)
    assert (landing.states, landing.index, landing.added, landing.removed) == (0, 3, ("ground",), ("boost",))
    after = lander.time > landing.time
    assert after.sum() > 10
    assert np.abs(lander["body.s"][after]).max() < 1e-9
    assert (lander["body.v"][after] == 0.0).all()


def test_the_ground_takes_the_momentum_then_bears_the_weight(lander: Result) -> None:
    landing = lander.structures[-1]
    assert dict(landing.impulses)["ground.p.F"] == pytest.approx(20.0 * 31.262852863, rel=1e-6)
    assert lander["ground.p.F"][-1] == pytest.approx(20.0 * 9.81, rel=1e-9)


def test_the_flight_and_its_numbers() -> None:
    script = load_script("LandingDevice")
    numbers = script.measure(script.fly("System"))
    assert numbers == pytest.approx(
        {
            "burns": 23,
            "first burn begins": 0.509683996,
            "height then": 98.725790010,
            "out of fuel": 19.722731906,
            "height at that time": 49.808626264,
            "landing": 22.874149068,
            "velocity before it": -31.262852863,
            "velocity at the end": -31.262852863,
        },
        rel=1e-6,
    )


def test_the_pendulum_breaks_and_falls() -> None:
    result = load_script("BreakingPendulum").swing()
    for name, value in {"x": -0.587962650, "y": -0.808888078, "vx": -1.143067627, "vy": 0.830870289}.items():
        assert limits(result, f"mass.{name}", 5.0) == pytest.approx((value, value), abs=1e-6)
    ends = [result[f"mass.{name}"][-1] for name in ("x", "y", "vy")]
    assert ends == pytest.approx([-1.731030277, -4.883017788, -8.979129711], abs=1e-6)
    assert [(change.states, change.index) for change in result.structures] == [(2, 3), (4, 1)]


def test_a_pendulum_from_the_level_keeps_its_energy() -> None:
    result = load_script("BreakingPendulum").swing(phi0=math.pi / 2)
    energy = (result["mass.vx"] ** 2 + result["mass.vy"] ** 2) / 2 + 9.81 * result["mass.y"]
    assert energy == pytest.approx(0.0, abs=1e-5)


def test_the_clutch_keeps_momentum_and_books_its_heat() -> None:
    script = load_script("Clutch")
    result = script.run()
    assert limits(result, "one.w", 5.0) == pytest.approx((0.951229425, 1.286309709), abs=1e-8)
    assert limits(result, "two.w", 5.0) == pytest.approx((1.453849852, 1.286309709), abs=1e-8)
    assert limits(result, "heat", 5.0) == pytest.approx((0.0, 0.084209098), abs=1e-8)
    assert limits(result, "one.w", 7.0)[0] == pytest.approx(1.267159053, abs=1e-8)
    assert (result["one.w"][-1], result["two.w"][-1]) == pytest.approx((1.229708843, 1.243621178), abs=1e-8)
    assert dict(result.structures[1].impulses)["one.flange.tau"] == pytest.approx(0.335080285, abs=1e-8)
    (momentum, energy), (later, less) = (script.balance(result, 5.0, side) for side in ("left", "right"))
    assert later == pytest.approx(momentum, rel=1e-12)
    assert energy - less == pytest.approx(0.084209098, abs=1e-9)
    assert [change.states for change in result.structures] == [3, 2, 3]


class ClosedRectifier:
    """The rectifier by matrix exponentials: current, voltage of the store, and the source as an oscillator of its own."""

    V, OMEGA, R, L, C, LOAD = 10.0, 2 * math.pi * 50, 0.5, 2e-3, 2e-3, 20.0

    def __init__(self) -> None:
        zero = np.zeros((4, 4))
        zero[1, 1] = -1 / (self.LOAD * self.C)
        zero[2, 3], zero[3, 2] = self.OMEGA, -self.OMEGA
        self.blocking, self.conducting = zero, zero.copy()
        self.conducting[0, :3] = -self.R / self.L, -1 / self.L, 1 / self.L
        self.conducting[1, 0] = 1 / self.C

    def conduction(self, count: int) -> list[tuple[float, float]]:
        """From when to when it conducts: the first switchings, and the state at the end of the last one."""
        found, time, state = [], 0.0, np.array([0.0, 0.0, 0.0, self.V])
        for _ in range(count):
            if found:
                time, state = self._until(self.blocking, time, state, lambda x: x[2] - x[1])
            begin = time
            time, state = self._until(self.conducting, time, state, lambda x: x[0])
            state[0] = 0.0
            found.append((begin, time))
        return found

    @staticmethod
    def _until(matrix: np.ndarray, time: float, state: np.ndarray, relation: object) -> tuple[float, np.ndarray]:
        def value(span: float) -> float:
            return float(relation(expm(matrix * span) @ state))  # type: ignore[operator]

        steps = np.arange(1, 400) * 1e-4
        last = next(k for k in steps if value(k) * value(k + 1e-4) <= 0.0)
        span = brentq(value, last, last + 1e-4, xtol=1e-15)
        return time + span, expm(matrix * span) @ state


def test_the_rectifier_switches_where_matrix_exponentials_say() -> None:
    script = load_script("HalfWaveRectifier")
    result = script.run()
    assert np.array(script.conduction(result)) == pytest.approx(np.array(ClosedRectifier().conduction(5)), abs=1e-8)
    assert [change.states for change in result.structures] == [1, 2] * 5 + [1]
    assert np.nanmin(result["diode.i"]) > -1e-9
    assert result["diode.i"][np.isnan(result["diode.wire.v"])] == pytest.approx(0.0, abs=1e-12)
