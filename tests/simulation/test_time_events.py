"""Clocks, relations of time, the first and the last instant: hit exactly, together where they coincide, cheap where nothing moves."""

from __future__ import annotations

import numpy as np
import pytest

from tests.running import event_times, limits, run_text

CLOCKS = """
model Clocks
  parameter Real interval = 0.1;
  Integer fast(start = 0, fixed = true), slow(start = 0, fixed = true), both(start = 0, fixed = true);
  Boolean a = sample(0, interval);
  Boolean b = sample(0.3, 3 * interval);
equation
  when a then
    fast = pre(fast) + 1;
  end when;
  when b then
    slow = pre(slow) + 1;
  end when;
  when a and b then
    both = pre(both) + 1;
  end when;
end Clocks;
"""

SAMPLER = """
model Sampler
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
  discrete Real held(start = 0, fixed = true);
  Real shown = 2 * held;
equation
  der(x) = v;
  der(v) = -x;
  when sample(0, 0.01) then
    held = x;
  end when;
end Sampler;
"""

CONTROLLER = """
model Controller "x' = u with u = -x at each tick: x is multiplied by 1 - h"
  Real x(start = 1, fixed = true);
  discrete Real u(start = 0, fixed = true);
equation
  der(x) = u;
  when sample(0, 0.25) then
    u = -x;
  end when;
end Controller;
"""

RELATIONS = """
model Relations
  parameter Real p = 0.1;
  discrete Real next(start = 0.7, fixed = true);
  Integer n(start = 0, fixed = true);
  Real x(start = 0, fixed = true);
equation
  der(x) = if time > 3 * p then 1 else 0;
  when time >= pre(next) then
    next = pre(next) + 0.7;
    n = pre(n) + 1;
  end when;
end Relations;
"""

ENDS = """
model Ends
  Real x(start = 2, fixed = true);
  discrete Real first(start = 0), last(start = 0, fixed = true);
  Boolean start = initial(), stop = terminal();
equation
  der(x) = -x;
  when initial() then
    first = x;
  end when;
  when terminal() then
    last = x;
  end when;
end Ends;
"""


def test_ticks_are_multiples_and_those_that_coincide_are_one_instant() -> None:
    result = run_text(CLOCKS, suffix=".mo", stop=100.0, intervals=1)
    times = event_times(result)
    assert len(times) == 1001
    assert np.abs(times - 0.1 * np.arange(1001)).max() <= 2e-14
    assert result["fast"][-1] == 1001
    assert result["slow"][-1] == 333
    assert result["both"][-1] == 333


def test_a_clock_is_true_in_its_instant_only() -> None:
    result = run_text(CLOCKS, suffix=".mo", stop=1.0)
    assert not result["a"].any()
    assert limits(result, "fast", 0.5) == (5.0, 6.0)


def test_a_tick_at_the_stop_time_and_one_in_a_run_of_no_length() -> None:
    assert run_text(CLOCKS, suffix=".mo", stop=0.3)["fast"][-1] == 4
    assert run_text(CLOCKS, suffix=".mo", start=0.3, stop=0.3)["slow"][-1] == 1
    assert run_text(CLOCKS, suffix=".mo", start=0.31, stop=0.35)["fast"][-1] == 0


def test_what_moves_nothing_continuous_does_not_disturb_the_solver() -> None:
    result = run_text(SAMPLER, suffix=".mo", stop=10.0, tolerance=1e-8)
    assert len(event_times(result)) == 1001
    assert result.counts.steps < 400
    right = np.flatnonzero(result.row_kinds == 2)
    assert result["held"][right] == pytest.approx(np.cos(result.time[right]), abs=1e-6)
    assert result["shown"][right] == pytest.approx(2 * np.cos(result.time[right]), abs=2e-6)


def test_what_a_tick_moves_starts_the_solver_anew() -> None:
    result = run_text(CONTROLLER, suffix=".mo", stop=2.0, tolerance=1e-8)
    for k in range(1, 8):
        assert limits(result, "x", 0.25 * k)[1] == pytest.approx(0.75**k, rel=1e-6)
        assert limits(result, "u", 0.25 * k)[1] == pytest.approx(-(0.75**k), rel=1e-6)


def test_relations_of_time_are_hit_exactly() -> None:
    result = run_text(RELATIONS, suffix=".mo", stop=5.0, tolerance=1e-6)
    times = event_times(result)
    assert times[0] == 3 * 0.1
    expected, due = [], 0.7
    while due <= 5.0:
        expected.append(due)
        due += 0.7
    assert times[1:].tolist() == expected
    assert result["n"][-1] == len(expected)
    assert result["x"][-1] == pytest.approx(5.0 - 0.3, rel=1e-12)


def test_initial_and_terminal() -> None:
    result = run_text(ENDS, suffix=".mo", stop=1.0, tolerance=1e-8)
    assert result["first"][0] == 2.0
    assert result["last"][-2:].tolist() == pytest.approx([0.0, 2 * np.exp(-1)], rel=1e-6)
    assert result["stop"][-1] == 1
    assert result["stop"][:-1].sum() == 0
    assert result["start"].sum() == 0
