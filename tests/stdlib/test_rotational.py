"""Rotational components against closed forms."""

from __future__ import annotations

from math import acos, asin, cos, exp, pi, sin, sqrt

import pytest
from scipy.optimize import brentq

from tests.running import limits
from tests.stdlib.examples import Expected, compare, run_example

GEARED: list[Expected] = [
    ("rotor.w", 2.0, 1.0),
    ("load.phi", 2.0, 0.1),
    ("speedSensor.w", 1.0, 0.05),
    ("angleSensor.phi", 2.0, 0.1),
    ("torqueSensor.tau", 1.0, 1.5),
    ("powerSensor.power", 1.0, 0.75),
]

OSCILLATORS: list[Expected] = [
    ("free.phi", 1.3, cos(2.6)),
    ("spring.tau", 1.3, 4 * cos(2.6)),
    ("damped.phi", 1.3, exp(-1.3) * (cos(2.6) + 0.5 * sin(2.6))),
    ("coasting.w", 1.3, 3 * exp(-0.65)),
    ("damper.lossPower", 1.3, 4.5 * exp(-1.3)),
]

MOTIONS: list[Expected] = [
    ("damper.tau", 1.0, 6.0),
    ("flywheel.phi", 1.5, 1.5**3 / 3),
    ("flywheel.flange_a.tau", 1.5, 6.0),
    ("flywheel2.phi", 1.5, sin(3.0)),
    ("flywheel2.flange_a.tau", 1.5, -8 * sin(3.0)),
    ("rotor.w", 1.5, 2 / 4.0),
]

PLAY: list[Expected] = [
    ("body.phi", 0.7, 0.7),
    ("body.phi", 1.1, 1 + 0.1 * sin(1.0)),
    ("body.w", 1.1, cos(1.0)),
    ("body.w", 2.0, -1.0),
    ("body.phi", 3.0, 1 - (3.0 - 1 - pi / 10)),
    ("body.phi", 3.0 + pi / 10 + 0.1, -1 - 0.1 * sin(1.0)),
]


@pytest.mark.parametrize(
    ("name", "expected"), [("GearedShaft", GEARED), ("Oscillators", OSCILLATORS), ("Motions", MOTIONS), ("Play", PLAY)]
)
def test_shafts(name: str, expected: list[Expected]) -> None:
    """Values of all components of an example."""
    compare(f"Rotational.Examples.{name}", expected)


def test_friction_breaks_loose_at_its_peak_and_sticks_again() -> None:
    """Sticks, slips forward, stops; then the torque exceeds the peak in the other direction at once or later."""
    begin = asin(0.625)
    stop = brentq(lambda t: 2 * (cos(begin) - cos(t)) - (t - begin), 2.0, 4.5)
    back = pi + begin if 2 * sin(stop) > -1.25 else stop
    result = run_example("Rotational.Examples.Friction")
    times = [change.time for change in result.structures]
    assert times[0] == 0.0
    assert times[-3:] == pytest.approx([begin, stop, back], abs=1e-6)
    assert float(result.at("shaft.w", 2.0)) == pytest.approx(2 * (cos(begin) - cos(2.0)) - (2.0 - begin), abs=1e-7)
    assert float(result.at("shaft.w", 0.5)) == 0.0
    assert float(result.at("bearing.tau", 0.5)) == pytest.approx(2 * sin(0.5), abs=1e-9)
    moved = 2 * (cos(back) - cos(5.0)) + (5.0 - back)
    assert float(result.at("shaft.w", 5.0)) == pytest.approx(moved, abs=1e-6)


def test_clutch_slips_sticks_and_lets_go() -> None:
    """Speeds become equal after the slip, energy that is lost is the heat of the clutch."""
    result = run_example("Rotational.Examples.Coupling")
    closes = 1 + 11.5 / (3.5 + 2.5)  # left: 11.5 - 3.5*s, right: 2.5*s
    times = [change.time for change in result.structures]
    assert times == pytest.approx([0.0, 1.0, closes, 4.0], abs=1e-8)
    together = 2.5 * (closes - 1)
    compare(
        "Rotational.Examples.Coupling",
        [
            ("left.w", 1.0, 11.5),
            ("right.w", 2.0, 2.5),
            ("right.w", closes, together),
            ("left.w", 4.0, together + 0.5 * (4.0 - closes)),
            ("clutch.tau", 3.5, -1.0),
            ("left.w", 5.0, together + 0.5 * (4.0 - closes) + 1.5),
            ("right.w", 5.0, together + 0.5 * (4.0 - closes)),
            ("heat", 5.0, 5 * 11.5 * (closes - 1) / 2),
        ],
    )
    assert [change.states for change in result.structures] == [5, 5, 4, 5]


def test_positive_clutch_keeps_the_momentum() -> None:
    """The clutch with impulse of the reference models, from components."""
    result = run_example("Rotational.Examples.PositiveClutch")
    assert limits(result, "left.w", 5.0) == pytest.approx((0.951229425, 1.286309709), abs=2e-9)
    assert limits(result, "right.w", 5.0) == pytest.approx((1.453849852, 1.286309709), abs=2e-9)
    assert dict(result.structures[1].impulses)["left.flange_b.tau"] == pytest.approx(0.335080285, abs=2e-9)
    compare("Rotational.Examples.PositiveClutch", [("left.w", 10.0, 1.229708843), ("right.w", 10.0, 1.243621178)], 1e-8)


def test_brake_stops_holds_and_breaks_loose() -> None:
    """Deceleration, rest against a torque, and motion under a larger one."""
    compare(
        "Rotational.Examples.Braking",
        [("shaft.w", 1.0, 4.0), ("shaft.phi", 2.0, 8.0), ("shaft.w", 3.0, 0.0), ("brake.tau", 3.0, 1.0), ("shaft.w", 5.0, 1.0)],
    )
    times = [change.time for change in run_example("Rotational.Examples.Braking").structures]
    assert times[-2:] == pytest.approx([2.0, 4.0], abs=1e-8)


def test_freewheel_catches_and_lets_go() -> None:
    """The crank takes the wheel along from the moment it has caught up until its torque turns."""
    catch = acos(0.75)
    both = 0.25 + (cos(catch) + 1) / 2
    compare(
        "Rotational.Examples.Freewheel",
        [
            ("crank.w", 0.5, 1 - cos(0.5)),
            ("wheel.w", 0.5, 0.25),
            ("crank.w", 2.0, 0.25 + (cos(catch) - cos(2.0)) / 2),
            ("wheel.w", 2.0, 0.25 + (cos(catch) - cos(2.0)) / 2),
            ("wheel.w", 5.0, both),
            ("crank.w", 5.0, both - 1 - cos(5.0)),
        ],
    )
    times = [change.time for change in run_example("Rotational.Examples.Freewheel").structures]
    assert times == pytest.approx([0.0, catch, pi], abs=1e-6)


def test_gear_with_play() -> None:
    """Both flanks: an impact that keeps the momentum, a ride together, parting, and the impact on the other side."""
    result = run_example("Rotational.Examples.GearPlay")
    parted = sqrt(2 * 0.4)  # the driver falls behind by twice the play, as seen from its side
    times = [change.time for change in result.structures]
    assert times == pytest.approx([0.0, 0.1, 1.0, 1.0 + parted], abs=1e-7)
    assert limits(result, "driver.w", 0.1) == pytest.approx((2.0, 1.0), abs=1e-8)
    assert limits(result, "load.w", 0.1) == pytest.approx((0.0, 0.5), abs=1e-8)
    after = (1 - parted + 2 * 0.5) / 2
    assert limits(result, "driver.w", 1.0 + parted) == pytest.approx((1 - parted, after), abs=1e-6)
    compare("Rotational.Examples.GearPlay", [("driver.w", 2.5, after - (1.5 - parted) / 2), ("gear.play", 2.5, 0.1)])
