"""Assertions and terminations: when they speak, what they say, what is left of the run."""

from __future__ import annotations

import numpy as np
import pytest

from mosila.diagnostics import MosilaError
from mosila.results import Result, SimulationFailedError
from tests.running import run_text

PARTS = """
model Part
  Real h(start = 1, fixed = true);
  parameter Real limit = 0.5;
equation
  der(h) = -h;
  assert(h > limit, "h is " + String(h) + ", less than " + String(limit){level});
end Part;

model System
  Part low(limit = 0.4), high(limit = 0.6);
end System;
"""

JUMP = """
model Jump
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  when time >= 0.5 then
    reinit(x, 10);
    n = 3;
  end when;
  assert(x < 5, "n is " + String(n));
end Jump;
"""

STOP = """
model Stop
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
  discrete Real last(start = 0, fixed = true);
equation
  der(x) = 2;
  when x > 1 then
    n = 4;
    terminate("x has reached " + String(x) + " after " + String(n) + {more});
  end when;
  when terminal() then
    last = time;
  end when;
end Stop;
"""


def test_a_warning_is_told_once_for_each_object_and_the_run_goes_on() -> None:
    result = run_text(PARTS.replace("{level}", ", AssertionLevel.warning"), "System", suffix=".mo", stop=2.0, tolerance=1e-8)
    assert result.time[-1] == 2.0
    assert [(each.path, each.code) for each in result.warnings] == [(("high",), "R042"), (("low",), "R042")]
    assert "less than 0.6" in result.warnings[0].message
    told = float(result.warnings[1].message.split("h is ")[1].split(",")[0])
    assert 0.3 < told <= 0.4


def test_an_error_ends_the_run_and_keeps_its_rows() -> None:
    with pytest.raises(SimulationFailedError, match="R041") as failure:
        run_text(PARTS.replace("{level}", ""), "System", suffix=".mo", stop=2.0)
    (told,) = failure.value.diagnostics
    assert told.path == ("high",)
    assert told.span.line == 7
    result = failure.value.result
    assert 0.45 < result.time[-1] <= np.log(1 / 0.6) + 0.1
    assert result["high.h"] == pytest.approx(np.exp(-result.time), rel=1e-4)


def test_an_instant_is_looked_at_when_it_has_settled() -> None:
    with pytest.raises(SimulationFailedError, match="n is 3") as failure:
        run_text(JUMP, suffix=".mo", stop=2.0)
    assert failure.value.result.time[-1] == 0.5
    assert "time 0.5 " in failure.value.diagnostics[0].message


def test_at_the_start() -> None:
    with pytest.raises(SimulationFailedError, match="time 0 "):
        run_text(JUMP.replace("x(start = 0", "x(start = 7"), suffix=".mo", stop=2.0)


def test_a_termination_is_a_success_with_its_own_reason() -> None:
    result = run_text(STOP.replace("{more}", '" steps"'), suffix=".mo", stop=2.0)
    assert result.stop_reason == "x has reached 1 after 4 steps"
    assert result.time[-1] == pytest.approx(0.5, rel=1e-6)
    assert result["last"][-1] == result.time[-1]
    assert result["n"][-1] == 4


def clause(text: str, stop: float = 1.0) -> Result:
    head = "Real x(start = 0, fixed = true); Integer n(start = 0, fixed = true); Boolean b(start = false, fixed = true);"
    return run_text(f"model M {head} equation der(x) = 1; {text} end M;", suffix=".mo", stop=stop, tolerance=1e-9)


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ('when initial() then terminate("so"); end when;', 0.0),
        ('when {initial(), x > 0.5} then terminate("so"); end when;', 0.0),
        ('when initial() then if x < 0.1 then terminate("so"); end if; end when;', 0.0),
        ('algorithm when initial() then terminate("so"); end when;', 0.0),
        ('algorithm when {initial(), x > 0.5} then terminate("so"); end when;', 0.0),
        ('algorithm when initial() then n := 1; terminate("so"); end when;', 0.0),
        ('algorithm when x > 0.25 then if x > 2 then terminate("no"); end if; elsewhen x > 0.5 then terminate("so"); end when;', 0.5),
        ('algorithm b := x > 0.5; when b then n := 1; if n > 0 then terminate("so"); end if; end when;', 0.5),
        ('algorithm when x > 0.5 then for i in 1:3 loop if i > 2 then terminate("so"); end if; end for; end when;', 0.5),
    ],
)
def test_a_termination_ends_the_run_where_it_is_reached(text: str, time: float) -> None:
    result = clause(text)
    assert result.stop_reason == "so"
    assert result.time[-1] == pytest.approx(time, abs=1e-9)


def test_a_termination_whose_clause_is_true_from_the_start_is_not_reached() -> None:
    assert clause('when x >= 0 then terminate("so"); end when;').time[-1] == 1.0
    assert clause('algorithm when time >= 0 then terminate("so"); end when;').time[-1] == 1.0


@pytest.mark.parametrize(
    ("text", "time", "code"),
    [
        ('when initial() then assert(false, "bad"); end when;', 0.0, "R041"),
        ('when {initial(), x > 0.5} then assert(x < 0.25, "bad"); end when;', 0.5, "R041"),
        ('when x > 0.5 then assert(false, "bad"); end when;', 0.5, "R041"),
        ('when sample(0.125, 0.125) then assert(time < 0.375, "bad"); end when;', 0.375, "R041"),
        ('when x > 0.5 then if x > 0.25 then assert(x < 0.25, "bad"); end if; end when;', 0.5, "R041"),
        ('algorithm when initial() then assert(x > 1, "bad"); end when;', 0.0, "R090"),
        ('algorithm when x > 0.5 then n := 1; assert(n > 1, "bad"); end when;', 0.5, "R090"),
    ],
)
def test_an_assertion_in_a_when_clause_is_looked_at_when_that_fires(text: str, time: float, code: str) -> None:
    with pytest.raises(MosilaError) as caught:
        clause(text)
    (fault,) = caught.value.diagnostics
    assert fault.code == code
    assert f"at time {time:g} " in fault.message
    assert fault.message.endswith(": bad")


def test_an_assertion_in_a_when_clause_says_nothing_at_other_times() -> None:
    assert clause('when x > 0.5 then assert(x > 0.25, "bad"); end when;').warnings == ()
    assert clause('when initial() then assert(x < 1, "bad"); end when;', stop=2.0).time[-1] == 2.0
    assert clause('algorithm when initial() then assert(x < 1, "bad"); n := 5; end when;', stop=2.0)["n"][-1] == 5
    warned = clause('when sample(0.25, 0.25) then assert(x < 0.3, "high", AssertionLevel.warning); end when;').warnings
    assert [each.message for each in warned] == ["at time 0.5 an assertion does not hold: high"]
