"""Translational components against closed forms."""

from __future__ import annotations

from math import cos, exp, pi, sin, sqrt

import pytest

from tests.running import limits
from tests.stdlib.examples import Expected, compare, run_example

OSCILLATORS: list[Expected] = [
    ("free.s", 1.3, 1 + cos(2.6)),
    ("free.flange_b.s", 1.3, 1.5 + cos(2.6)),
    ("spring.f", 1.3, 4 * cos(2.6)),
    ("rod.flange_b.s", 1.3, 0.0),
    ("damped.s", 1.3, exp(-1.3) * (cos(2.6) + 0.5 * sin(2.6))),
    ("coasting.v", 1.3, 3 * exp(-0.65)),
    ("damper.lossPower", 1.3, 4.5 * exp(-1.3)),
]

DRIVES: list[Expected] = [
    ("car.v", 1.5, 3.0),
    ("forceSensor.f", 1.5, 2.0),
    ("positionSensor.s", 1.5, 2.25),
    ("speedSensor.v", 1.5, 3.0),
    ("pushed.s", 1.5, 1.5**3 / 3),
    ("pushed.flange_a.f", 1.5, 6.0),
    ("swung.flange_a.f", 1.5, -8 * sin(3.0)),
    ("wagon.v", 1.5, 1.5),
]


@pytest.mark.parametrize(("name", "expected"), [("Oscillators", OSCILLATORS), ("Drives", DRIVES)])
def test_masses(name: str, expected: list[Expected]) -> None:
    """Values of all components of an example."""
    compare(f"Translational.Examples.{name}", expected)


def test_friction_and_brake() -> None:
    """The box stops, sticks and breaks loose at the peak; the sledge is braked and stands."""
    stops = 5 - sqrt(5.0)
    compare(
        "Translational.Examples.Friction",
        [
            ("box.v", 2.0, 10 - 10 + 2.0),
            ("box.v", 4.0, 0.0),
            ("floor.f", 4.0, 4.0),
            ("box.v", 8.0, (64 - 36) / 2 - 10),
            ("sledge.v", 0.5, 6.0),
            ("sledge.v", 3.0, 2.0),
            ("sledge.v", 5.0, 0.0),
            ("brake.lossPower", 3.0, 8.0),
        ],
    )
    times = {change.time for change in run_example("Translational.Examples.Friction").structures}
    assert sorted(times) == pytest.approx([0.0, 1.0, stops, 4.0, 6.0], abs=1e-7)


def test_stops_rope_buffer_and_latch() -> None:
    """Each holds and lets go at the right instants, with the right impulses."""
    result = run_example("Translational.Examples.Stops")
    touches = _time_of_touching()
    assert limits(result, "thrown.v", touches) == pytest.approx((-1 - touches + touches**2 / 4, 0.0), abs=1e-6)
    assert limits(result, "weight.v", 0.5) == pytest.approx((4.0, 0.0), abs=1e-7)
    assert limits(result, "first.v", 1.0) == pytest.approx((3.0, 1.0), abs=1e-9)
    assert limits(result, "second.v", 1.0) == pytest.approx((0.0, 1.0), abs=1e-9)
    compare(
        "Translational.Examples.Stops",
        [
            ("thrown.s", 1.5, 0.0),
            ("stop.f", 1.5, -0.5),
            ("thrown.v", 3.0, 0.25),
            ("weight.s", 3.0, 2.0),
            ("ball.s", 1.1, 0.5 - 0.1 * sin(1.0)),
            ("ball.s", 3.0, 0.5 + 2 - pi / 10),
            ("second.s", 3.0, 7.0),
            ("latch.s_rel", 3.0, 2.0),
        ],
    )
    times = [change.time for change in result.structures]
    assert times == pytest.approx([0.0, 0.5, touches, 1.0, 2.0], abs=1e-7)


def _time_of_touching() -> float:
    """The root of 1 - t - t^2/2 + t^3/12, by Newton's method."""
    t = 0.7
    for _ in range(20):
        t -= (1 - t - t**2 / 2 + t**3 / 12) / (-1 - t + t**2 / 4)
    return t
