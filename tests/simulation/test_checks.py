"""Assertions and terminations: when they speak, what they say, what is left of the run."""

from __future__ import annotations

import numpy as np
import pytest

from mosila.results import SimulationFailedError
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
