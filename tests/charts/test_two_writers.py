"""A state that a when-clause and an action set: in one round an error, in two rounds one after the other."""

from __future__ import annotations

import pytest

from mosila.diagnostics import MosilaError
from mosila.results import Result
from tests.running import run_text

MODEL = """
model Part
  Real x(start = 0, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = 1;
  when sample(1, 1) then
    reinit(x, pre(x) + 10);
  end when;
statechart
  state SC extends State;
    State i(isInitial = true), j;
    transition go : i -> j {trigger} action {action} end transition;
  end SC;
end Part;
model T Part part; end T;
"""


def run(trigger: str, action: str) -> Result:
    text = MODEL.replace("{trigger}", trigger).replace("{action}", action)
    return run_text(text, "T", stop=1.5, tolerance=1e-9)


@pytest.mark.parametrize("action", ["x := x + 100;", "x := 11;"])
def test_a_reinit_and_an_action_in_one_round_are_an_error(action: str) -> None:
    with pytest.raises(MosilaError) as caught:
        run("event after(1)", action)
    (fault,) = caught.value.diagnostics
    assert fault.code == "S019"
    assert fault.message == ("at time 1 `part.x` is assigned in parallel by a `reinit` in a when-clause and by the action of part.SC.go")
    assert fault.span.line == 8


def test_an_action_in_the_round_behind_a_reinit_sees_its_value() -> None:
    assert run("guard x > 5", "x := x + 100;")["part.x"][-1] == pytest.approx(111.5, rel=1e-7)


def test_what_is_set_at_other_times_or_is_another_variable_is_no_conflict() -> None:
    assert run("event after(0.5)", "x := x + 100;")["part.x"][-1] == pytest.approx(111.5, rel=1e-7)
    result = run("event after(1)", "y := y + 100;")
    assert (result["part.x"][-1], result["part.y"][-1]) == pytest.approx((11.5, 101.5), rel=1e-7)
