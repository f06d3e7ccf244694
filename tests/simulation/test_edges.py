"""Where runs begin and end, and what has no value."""

from __future__ import annotations

import pytest

from mosila.diagnostics import MosilaError
from tests.running import limits, run_text

COUNTER = """
model Counter
  discrete Integer n(start = 0, fixed = true);
equation
  when time >= 1 then
    n = pre(n) + 1;
  end when;
end Counter;
"""

QUOTIENT = """
model Pump
  Real opening = 1 - time;
  Real pressure = 3 / opening;
end Pump;
"""

PARAMETER = """
model Pump
  parameter Real p = 0;
  Real x = 2;
  Real y = x / p;
end Pump;
"""


def test_an_event_at_the_stop_time_happens() -> None:
    result = run_text(COUNTER, suffix=".mo", stop=1.0)
    assert limits(result, "n", 1.0) == (0.0, 1.0)
    assert (result.time == 1.0).sum() == 2


def test_a_run_of_no_length_is_its_initial_instant() -> None:
    result = run_text(COUNTER, suffix=".mo", start=1.0, stop=1.0)
    assert len(result.time) == 1


@pytest.mark.parametrize("text", [QUOTIENT, PARAMETER], ids=["varies", "constant"])
def test_a_quotient_that_only_results_need_is_looked_at(text: str) -> None:
    with pytest.raises(MosilaError, match="R001"):
        run_text(text, suffix=".mo", stop=2.0)


def test_a_level_is_crossed_once_by_what_follows_quickly():
    """The derivative of y is a small difference of large terms: its sign at a crossing is that of an error, and decides nothing."""
    text = """
model Follows
  parameter Real level[19] = {0.05*k for k in 1:19};
  Real y(start=0, fixed=true);
  discrete Integer crossings[19](each start=0, each fixed=true);
  Boolean above[19] = {y > level[k] for k in 1:19};
equation
  der(y) = 1e7*(sin(time) - y);
  for k in 1:19 loop
    when change(above[k]) then
      crossings[k] = pre(crossings[k]) + 1;
    end when;
  end for;
end Follows;
"""
    result = run_text(text, "Follows", stop=3.1, tolerance=1e-4)
    assert [result[f"crossings[{k}]"][-1] for k in range(1, 20)] == [2] * 19
