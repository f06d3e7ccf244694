"""The landing device of the MOSILAB paper at published digits: every change of its structure, fuel end, landing."""

from __future__ import annotations

import numpy as np
import pytest

from mosila.results import Result
from tests.running import EXAMPLES, limits, run_file

G = 9.81
THRUST, BURN, FUEL_END = 1200.0, 10.0, 20.0

# (time, added or removed, position or None, mass or None), to ten digits.
CHANGES = (
    (0, 0.509683996, "boost", 98.725790010, 100.0),
    (1, 2.058604748, "-boost", 94.415012206, 84.510792475),
    (2, 2.568288744, "boost", None, None),
    (3, 3.519877043, "-boost", None, 74.994909484),
    (5, 4.743373151, "-boost", None, 67.856788365),
    (44, 19.627400402, "boost", 50.065583476, 20.953315043),
)


@pytest.fixture(scope="module", params=["ida", "scikits"])
def flight(request: pytest.FixtureRequest) -> Result:
    return run_file(EXAMPLES / "LandingDevice" / "LandingDevice.mosila", "System", stop=25.0, tolerance=1e-8, solver=request.param)


@pytest.mark.parametrize(("number", "time", "what", "position", "mass"), CHANGES)
def test_a_change_is_where_it_should_be(
    flight: Result, number: int, time: float, what: str, position: float | None, mass: float | None
) -> None:
    change = flight.structures[1 + number]
    assert change.time == pytest.approx(time, rel=1e-6)
    assert change.removed == (("boost",) if what.startswith("-") else ())
    assert change.added == (() if what.startswith("-") else ("boost",))
    for name, expected in (("body.s", position), ("body.p.m", mass)):
        if expected is not None:
            left, right = limits(flight, name, time)
            assert left == pytest.approx(expected, rel=1e-6)
            assert right == pytest.approx(expected, rel=1e-6)


def test_the_booster_starts_at_the_mass_of_the_body_and_at_the_switching_speed(flight: Result) -> None:
    before, after = limits(flight, "boost.m", 0.509683996)
    assert np.isnan(before)
    assert after == pytest.approx(100.0, rel=1e-12)
    assert limits(flight, "body.v", 0.509683996) == pytest.approx((-5.0, -5.0), abs=1e-6)
    falling, slowed = limits(flight, "body.a", 0.509683996)
    assert (falling, slowed) == pytest.approx((-G, THRUST / 100.0 - G), rel=1e-9)


def test_fuel_end(flight: Result) -> None:
    time = 19.722731906
    event = flight.time[np.argmin(np.abs(flight.time - time))]
    assert event == pytest.approx(time, rel=1e-6)
    assert limits(flight, "boost.empty", time) == (0.0, 1.0)
    assert limits(flight, "body.p.m", time) == pytest.approx((FUEL_END, FUEL_END), rel=1e-6)
    # 47.5 m/s2 times how late or early the last burn began, after 45 changes
    assert limits(flight, "body.v", time)[1] == pytest.approx(-0.347450508, rel=2e-5)
    assert limits(flight, "body.s", time)[1] == pytest.approx(49.808626264, rel=1e-6)


def test_landing(flight: Result) -> None:
    last = flight.structures[-1]
    assert last.time == pytest.approx(22.874149068, rel=1e-6)
    assert limits(flight, "body.v", last.time)[0] == pytest.approx(-31.262852863, rel=1e-6)
    assert limits(flight, "body.s", last.time) == pytest.approx((0.0, 0.0), abs=1e-5)
    assert last.removed == ("gr", "boost")
    assert limits(flight, "body.a", last.time)[1] == 0.0
    assert np.isnan(limits(flight, "gr.p.F", last.time)[1])


def test_structures_are_compiled_once_and_then_looked_up(flight: Result) -> None:
    changes = flight.structures[1:-1]
    assert [c.added for c in changes if c.added] == [("boost",)] * 23
    assert [c.removed for c in changes if c.removed] == [("boost",)] * 22
    assert flight.counts.structures == 3
    visited: set[int] = set()
    for change in flight.structures:
        assert change.known == (change.structure in visited)
        assert change.compile_seconds == 0.0 or not change.known
        visited.add(change.structure)


def test_what_is_held_and_how_many_states(flight: Result) -> None:
    first, second = flight.structures[:2]
    assert (first.states, second.states, flight.structures[-1].states) == (2, 3, 2)
    assert [name for name, _ in first.held] == ["body.p.m"]
    assert second.held == ()
    assert "SystemSC.moving.falling" in first.active_states


def test_every_burn_obeys_the_rocket_equation(flight: Result) -> None:
    """Between two changes: v changes by thrust * log(mass ratio) / burn - g * time."""
    burns = [c.time for c in flight.structures[1:46]]
    for start, stop in zip(burns[::2], burns[1::2], strict=False):
        v0, v1 = limits(flight, "body.v", start)[1], limits(flight, "body.v", stop)[0]
        m0, m1 = limits(flight, "body.p.m", start)[1], limits(flight, "body.p.m", stop)[0]
        assert v1 - v0 == pytest.approx(THRUST / BURN * np.log(m0 / m1) - G * (stop - start), abs=5e-6)
