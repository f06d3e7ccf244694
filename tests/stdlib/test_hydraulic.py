"""Hydraulic components against closed forms."""

from __future__ import annotations

from math import cos, exp, pi, sin, sqrt

import pytest

from tests.stdlib.examples import Expected, compare, run_example

FLOW = 0.7 * 1e-6 * 0.5 * sqrt(2 / 980)  # through the valve, per root of pressure
FALL = FLOW * 1.4e9 / 1.4e-2 / 2  # of the root of pressure, per second

FILLING: list[Expected] = [
    ("pressureSensor.p", 0.5, 1e7 * (1 - exp(-0.5))),
    ("flowSensor.q", 0.5, 1e-5 * exp(-0.5)),
    ("emptied.p", 0.5, (2000 - FALL * 0.5) ** 2),
    ("relief.q", 0.5, 4e-5),
    ("check.q", 0.125, 1e-5 * sin(pi / 4)),
    ("check.q", 0.7, 0.0),
    ("check.dp", 0.7, 1e5 * sin(1.4 * pi)),
]

LIFT: list[Expected] = [
    ("cylinder.v", 0.52, 0.1 * (1 - cos(52.0))),
    ("oil.p", 0.52, 1e6 + 1e6 * sin(52.0)),
    ("pump.flange.tau", 0.52, 1e-6 * (1e6 + 1e6 * sin(52.0))),
]

AREA = pi * 0.02**2 / 4
RESISTANCE = 128 * 0.04 * 10 / (pi * 0.02**4)
INERTIA = 860 * 10 / AREA
CAPACITY = AREA * 10 / 1.4e9


def _closed_end(t: float) -> float:
    decay = RESISTANCE / (2 * INERTIA)
    swing = sqrt(1 / (INERTIA * CAPACITY) - decay**2)
    return 1e6 * (1 - exp(-decay * t) * (cos(swing * t) + decay / swing * sin(swing * t)))


THROUGH = (1e6 - 1e-4 / 1e-10) / (RESISTANCE + 1e10)
PIPE: list[Expected] = [
    ("closed.p[1]", 0.04, _closed_end(0.04)),
    ("closed.p[1]", 0.25, _closed_end(0.25)),
    ("open.q[3]", 5.0, THROUGH),
    ("load.q", 5.0, THROUGH + 1e-4),
]


@pytest.mark.parametrize(("name", "expected"), [("Filling", FILLING), ("Lift", LIFT), ("Pipe", PIPE)])
def test_circuits(name: str, expected: list[Expected]) -> None:
    """Values of all components of an example."""
    compare(f"Hydraulic.Examples.{name}", expected, tolerance=1e-5)


def test_small_flows() -> None:
    """Flows are small numbers, so they are compared relative to themselves."""
    result = run_example("Hydraulic.Examples.Filling")
    for name, time, value in FILLING:
        assert float(result.at(name, time)) == pytest.approx(value, rel=2e-5, abs=1e-12), name
    result = run_example("Hydraulic.Examples.Pipe")
    assert float(result.at("load.q", 5.0)) == pytest.approx(THROUGH + 1e-4, rel=1e-5)
