"""`floor`, `integer`, `mod` and the like of continuous values: an event at every change, frozen between, both limits right."""

from __future__ import annotations

import numpy as np
import pytest

from tests.running import event_times, limits, run_text

STAIRS = """
model Stairs
  Integer n = integer(3 * time);
  Real saw = mod(time, 1);
  Real falling = floor(-time);
  Real up = ceil(2 * time);
  Real x(start = 0, fixed = true);
equation
  der(x) = n;
end Stairs;
"""

STATE = """
model State "rises to 2.5 and falls to -2.5"
  Real x(start = 0.5, fixed = true), v(start = 3, fixed = true);
  Real down = floor(x), up = ceil(x);
  Real whole = div(x, 1), rest = rem(x, 1), modulus = mod(x, 0.5);
equation
  der(x) = v;
  der(v) = -1.5;
end State;
"""

BOUNDARY = """
model Boundary
  Real x(start = 2, fixed = true), still(start = -2, fixed = true);
  Real n = floor(x), m = floor(still), k = div(still, 1), c = ceil(still);
equation
  der(x) = {rate};
  der(still) = 0;
end Boundary;
"""

JUMP = """
model Jump
  Real x(start = 0.5, fixed = true);
  Integer n = integer(x);
  Integer changes(start = 0, fixed = true);
equation
  der(x) = 0;
  when time >= 1 then
    reinit(x, 7.25);
  elsewhen time >= 2 then
    reinit(x, -3.75);
  end when;
  when change(n) then
    changes = pre(changes) + 1;
  end when;
end Jump;
"""

SIGNS = """
model Signs
  Real x = sin(time);
  Integer s = sign(x), quiet = noEvent(sign(x));
  Real larger = max(x, 0), size = abs(x);
  Real free = noEvent(floor(10 * x));
  Real total(start = 0, fixed = true);
equation
  der(total) = s;
end Signs;
"""


def test_stairs_of_time() -> None:
    result = run_text(STAIRS, suffix=".mo", stop=4.0, tolerance=1e-8)
    for k in range(1, 12):
        assert limits(result, "n", k / 3) == (k - 1, k)
    for k in range(1, 4):
        assert limits(result, "saw", k) == pytest.approx((1.0, 0.0), abs=1e-12)
        assert limits(result, "falling", k) == (-k, -k - 1)
        assert limits(result, "up", k) == (2 * k, 2 * k + 1)
    assert (result["n"][:-1] == np.floor(3 * result.time[:-1] + 1e-9)).mean() > 0.97
    assert result["x"][-1] == pytest.approx(sum(range(12)) / 3, rel=1e-9)
    expected = np.unique(np.round(np.concatenate((np.arange(1, 13) / 3, np.arange(0, 9) / 2)), 9))
    assert np.unique(np.round(event_times(result), 9)) == pytest.approx(expected, abs=1e-9)


def test_a_state_that_rises_and_falls() -> None:
    result = run_text(STATE, suffix=".mo", stop=4.5, tolerance=1e-8)
    x = result["x"]
    inner = np.abs(x - np.round(x)) > 1e-6
    assert result["down"][inner] == pytest.approx(np.floor(x[inner]))
    assert result["up"][inner] == pytest.approx(np.ceil(x[inner]))
    assert result["whole"][inner] == pytest.approx(np.trunc(x[inner]))
    assert result["rest"][inner] == pytest.approx(np.fmod(x[inner], 1.0), abs=1e-9)
    halves = np.abs(2 * x - np.round(2 * x)) > 1e-6
    assert result["modulus"][halves] == pytest.approx(np.mod(x[halves], 0.5), abs=1e-9)
    rising, sinking = 2 - np.sqrt(2), 2 + np.sqrt(2)
    assert limits(result, "down", rising)[1] == 2
    assert limits(result, "down", sinking)[1] == 1


@pytest.mark.parametrize(("rate", "expected"), [("1", 2), ("-1", 1), ("0", 2)])
def test_at_the_boundary_the_derivative_decides(rate: str, expected: float) -> None:
    result = run_text(BOUNDARY.replace("{rate}", rate), suffix=".mo", stop=0.5)
    assert result["n"][1:-1].tolist() == [expected] * (len(result.time) - 2)
    assert (result["m"] == -2).all()
    assert (result["k"] == -2).all()
    assert (result["c"] == -2).all()


def test_jumps_over_several_steps() -> None:
    result = run_text(JUMP, suffix=".mo", stop=3.0)
    assert limits(result, "n", 1.0) == (0, 7)
    assert limits(result, "n", 2.0) == (7, -4)
    assert result["changes"][-1] == 2


def test_sign_makes_events_and_the_rest_does_not() -> None:
    result = run_text(SIGNS, suffix=".mo", stop=10.0, tolerance=1e-8)
    inside = event_times(result)
    inside = inside[inside > 1e-9]
    assert np.unique(np.round(inside, 6)) == pytest.approx(np.round(np.pi * np.arange(1, 4), 6), abs=1e-6)
    assert result["total"][-1] == pytest.approx(np.pi - (10 - 3 * np.pi), abs=1e-6)
    assert result["size"] == pytest.approx(np.abs(np.sin(result.time)), abs=1e-9)
    assert result["free"] == pytest.approx(np.floor(10 * np.sin(result.time)))


def test_inside_a_when_clause_they_make_no_events_of_their_own() -> None:
    text = """
    model Encoder "an angle that is counted a thousand times between two samples"
      Real angle = 1e4 * time;
      discrete Integer count(start = 0), same(start = 0);
      discrete Real rest(start = 0);
    equation
      when sample(0.05, 0.1) then
        count = integer(angle / 7);
        rest = mod(angle, 7);
      end when;
    algorithm
      when sample(0.05, 0.1) then
        same := integer(floor(angle / 7));
      end when;
    end Encoder;
    """
    result = run_text(text, suffix=".mo", stop=1.0)
    assert event_times(result) == pytest.approx(np.arange(0.05, 1.0, 0.1))
    for time in (0.05, 0.55, 0.95):
        later = time + 0.01
        assert result.at("count", later) == result.at("same", later) == 1e4 * time // 7
        assert result.at("rest", later) == pytest.approx(1e4 * time % 7, abs=1e-6)
