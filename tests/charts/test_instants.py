"""One instant: relations beside zero, rounds, cycles without end, events that pile up; each rule with a small model."""

from __future__ import annotations

import math
import re

import numpy as np
import pytest

from mosila.diagnostics import MosilaError
from mosila.results import SimulationFailedError
from tests.running import event_times, limits, run_text

BALL = """
model Ball
  parameter Real e = 0.7;
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
  discrete Integer bounces(start = 0);
  event discrete Boolean hit = false;
equation
  der(h) = v;
  der(v) = -9.81;
  hit = h < 0;
statechart
  state Chart extends State;
    State flying(isInitial = true);
    transition flying -> flying {when} action v := -e * v; bounces := bounces + 1; end transition;
  end Chart;
end Ball;
"""


@pytest.mark.parametrize("when", ["guard h < 0 and v < 0", "event hit"])
def test_a_ball_that_has_just_bounced_is_above_the_floor(when: str) -> None:
    """No hop is lost, down to the smallest that the tolerance can tell; then the run stops and nothing sinks through."""
    result = run_text(BALL.format(when=when), "Ball", stop=5.0, tolerance=1e-8, zeno="stop")
    assert "pile up at 2.55863" in result.stop_reason
    steps = np.array([step.time for step in result.chart_steps])
    first = math.sqrt(2 / 9.81)
    expected = first * (1 + 2 * np.cumsum([0, *(0.7**k for k in range(1, len(steps)))]))
    assert len(steps) >= 30
    assert steps[:20] == pytest.approx(expected[:20], rel=1e-6)
    assert steps == pytest.approx(expected, rel=2e-4)
    assert result["bounces"][-1] == len(steps)
    assert result["h"].min() > -1.1e-7


def test_a_guard_that_holds_again_in_the_same_instant_fires_again() -> None:
    """At the top of a hop lower than the band `h <= 0` counts as equal, so the ball bounces there without end; it never sinks through."""
    with pytest.raises(SimulationFailedError, match=r"R004.*the charts go round Chart.flying -> flying$") as caught:
        run_text(BALL.format(when="guard h <= 0 and v < 0"), "Ball", stop=5.0, tolerance=1e-8)
    assert caught.value.diagnostics[0].help == "write `h < 0` instead of `h <= 0`: both sides count as equal here"
    assert caught.value.result["h"].min() > -1.1e-7


PENDULUM = """
model Pendulum
  parameter Real L = 2, g = 9.81;
  Real x(start = L * sin(1), fixed = true), y(start = -L * cos(1)), vx(start = 0, fixed = true), vy, F;
  Real r = sqrt(x ^ 2 + y ^ 2);
  Boolean longer = r > L, shorter = r < L, atLeast = r >= L, atMost = r <= L;
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -F * x;
  der(vy) = -F * y - g;
  x ^ 2 + y ^ 2 = L ^ 2;
statechart
  state Chart extends State;
    State taut(isInitial = true), torn;
    transition taut -> torn guard r > L or r < L end transition;
  end Chart;
end Pendulum;
"""


def test_on_a_constraint_sides_count_as_equal() -> None:
    """On a taut string r > L and r < L are false, r >= L and r <= L true, and none of them makes an event."""
    result = run_text(PENDULUM, "Pendulum", stop=20.0, tolerance=1e-6)
    assert len(event_times(result)) == 0
    for name, value in {"longer": 0, "shorter": 0, "atLeast": 1, "atMost": 1}.items():
        assert set(result[name]) == {value}


def test_relations_of_time_alone_have_no_band_and_others_have_one_by_nominal() -> None:
    text = """
model M
  Real p(start = 1e5, fixed = true, nominal = 1e5), q(start = 1e5 + 1, fixed = true, nominal = 1e5);
  Real small(start = 1e-7, fixed = true, nominal = 1e-7), less(start = 2e-7, fixed = true, nominal = 1e-7);
  Boolean near = p >= q, far = small >= less;
  discrete Real first(start = 0), second(start = 0);
equation
  der(p) = 0;
  der(q) = 0;
  der(small) = 0;
  der(less) = 0;
  when time >= 1 then
    first = time;
  end when;
  when time >= 1 + 1e-9 then
    second = time;
  end when;
end M;
"""
    result = run_text(text, "M", stop=2.0, tolerance=1e-4)
    assert (result["first"][-1], result["second"][-1]) == (1.0, 1.0 + 1e-9)
    assert (result["near"][-1], result["far"][-1]) == (1, 0)


SWITCH = """
model Part
  Real s(start = 0, fixed = true);
equation
  der(s) = 1;
end Part;

model M
  Part part;
  Real x(start = 0, fixed = true);
equation
  der(x) = if active(part) then {rate} else 1;
statechart
  state C extends State;
    State a(isInitial = true), b;
    transition a -> b guard {go} action add(part); end transition;
    transition b -> a guard {back} action remove(part); end transition;
  end C;
end M;
"""


def test_a_crossing_relation_that_the_change_turns_back_is_one_more_round() -> None:
    """x has just reached 1 and falls from now on: `x > 1` is false again when the instant ends, and the part is there."""
    result = run_text(SWITCH.format(rate=-1, go="x > 1", back="x < 0"), "M", stop=2.5, tolerance=1e-8)
    assert [(step.time, step.transitions) for step in result.chart_steps] == [
        (pytest.approx(1.0, rel=1e-9), ("C.a -> b",)),
        (pytest.approx(2.0, rel=1e-9), ("C.b -> a",)),
    ]
    assert result["x"][-1] == pytest.approx(0.5, abs=1e-8)


def test_two_changes_of_structure_in_one_instant() -> None:
    """The first left and the last right limit are stored; both changes are in the log."""
    text = """
model Part
  Real s(start = 1, fixed = true);
equation
  der(s) = 1;
end Part;

model M
  Part p, q;
  Real y = if active(q) then 5 elseif active(p) then 1 else 0;
statechart
  state C extends State;
    State a(isInitial = true), b, c;
    transition a -> b event after(1) action add(p); end transition;
    transition b -> c guard y > 0.5 action add(q); end transition;
  end C;
end M;
"""
    result = run_text(text, "M", stop=2.0)
    assert [(change.time, change.added) for change in result.structures] == [(0.0, ()), (1.0, ("p",)), (1.0, ("q",))]
    assert limits(result, "y", 1.0) == (0, 5)
    assert (result.time == 1.0).sum() == 2


def test_pre_is_the_value_at_the_end_of_the_round_before() -> None:
    """`up` becomes true in round 2, its `pre` in round 3, which counts; a chart that waits for that sees the count."""
    text = """
model M
  discrete Integer k(start = 0), count(start = 0), seen(start = -1);
  Boolean up = k >= 1, late = pre(up);
equation
  when late then
    count = pre(count) + 1;
  end when;
statechart
  state C extends State;
    State a(isInitial = true), b, c;
    transition a -> b event after(1) action k := 1; end transition;
    transition b -> c guard late action seen := count; end transition;
  end C;
end M;
"""
    result = run_text(text, "M", stop=2.0)
    assert limits(result, "late", 1.0) == (0, 1)
    assert (result["count"][-1], result["seen"][-1]) == (1, 1)


@pytest.mark.parametrize(
    ("go", "back", "proposals"),
    [("x >= 1", "x <= 1", ["`x < 1` instead of `x <= 1`"]), ("x > 1 or x >= 1", "x < 0 or x <= 1", ["`x < 1` instead of `x <= 1`"])],
)
def test_a_cycle_whose_relations_count_as_equal_is_told_with_their_strict_form(go: str, back: str, proposals: list[str]) -> None:
    with pytest.raises(MosilaError, match=r"S020.*at time 1 .*after 1000 steps it still goes round C") as caught:
        run_text(SWITCH.format(rate=0, go=go, back=back), "M", stop=2.0, tolerance=1e-8)
    (told,) = caught.value.diagnostics
    assert re.search(r"C\.b -> a, C\.a -> b|C\.a -> b, C\.b -> a", told.message)
    assert all(each in told.help for each in proposals)


def test_the_strict_form_ends_the_cycle() -> None:
    result = run_text(SWITCH.format(rate=0, go="x >= 1", back="x < 1"), "M", stop=2.0, tolerance=1e-8)
    assert [step.transitions for step in result.chart_steps] == [("C.a -> b",)]
    assert result["x"][-1] == pytest.approx(1.0, rel=1e-8)


def test_a_cycle_over_rounds_names_the_transitions() -> None:
    """Each round is one macrostep of one transition; the next round's equations enable the other."""
    text = """
model M
  discrete Boolean on(start = false);
  Real y = if on then 1 else 0;
statechart
  state C extends State;
    State a(isInitial = true), b;
    transition a -> b guard y < 0.5 and time >= 1 action on := true; end transition;
    transition b -> a guard y > 0.5 action on := false; end transition;
  end C;
end M;
"""
    with pytest.raises(MosilaError, match=r"R004.*at time 1 .*the charts go round C\.[ab] -> [ab], C\.[ab] -> [ab]$"):
        run_text(text, "M", stop=2.0)


def test_the_first_macrostep_has_the_same_limit() -> None:
    text = """
model M
  discrete Integer k(start = 0);
statechart
  state C extends State;
    State a(isInitial = true), b;
    transition a -> b action k := k + 1; end transition;
    transition b -> a end transition;
  end C;
end M;
"""
    with pytest.raises(MosilaError, match=r"S020.*at time 0 .*after 1000 steps it still goes round C.a -> b, C.b -> a"):
        run_text(text, "M", stop=1.0)
