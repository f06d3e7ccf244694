"""Objects that come and go: their values (held, given by actions, absent), mistakes, and structures that cannot be solved."""

from __future__ import annotations

import numpy as np
import pytest

from mosila.diagnostics import MosilaError
from mosila.results import Result, SimulationFailedError
from tests.running import limits, run_text

PARTS = """
connector Port
  Real x;
  sum Real F;
end Port;

partial model Part
  Port p;
end Part;

model Body
  extends Part;
  Real v(start = 1, fixed = true);
equation
  der(p.x) = v;
  der(v) = p.F;
end Body;

model Pull
  extends Part;
  parameter Real F = 1;
  Real work(start = 0, fixed = true);
equation
  p.F = F;
  der(work) = F * der(p.x);
end Pull;
"""


def run_host(states: str, transitions: str, declarations: str = "Pull one;") -> Result:
    text = f"""
{PARTS}
model M
  Body body(p(x(start = 0, fixed = true)));
  {declarations}
statechart
  state C extends State;
    State {states};
    {transitions}
  end C;
end M;
"""
    return run_text(text, "M", stop=4.0, tolerance=1e-9)


def test_several_objects_on_one_port_are_summed() -> None:
    result = run_host(
        "a(isInitial = true), b, c, d",
        """
    transition a -> b event after(1) action body.add(one); body.add(two); end transition;
    transition b -> c event after(1) action body.remove(one); end transition;
    transition c -> d event after(1) action body.remove(two); end transition;
""",
        "Pull one, two(F = 2);",
    )
    assert [limits(result, "body.p.F", float(t))[1] for t in (1, 2, 3)] == [3, 2, 0]
    assert [limits(result, "body.v", float(t))[0] for t in (1, 2, 3)] == pytest.approx([1, 4, 6], rel=1e-8)
    assert result["body.v"][-1] == pytest.approx(6, rel=1e-8)
    assert result.structures[-1].known, "nothing attached is the first structure again"


def test_an_action_gives_a_value_to_an_object_that_enters() -> None:
    result = run_host("a(isInitial = true), b", "transition a -> b event after(1) action one.work := 7; body.add(one); end transition;")
    assert limits(result, "one.work", 1.0) == pytest.approx((np.nan, 7.0), nan_ok=True)
    assert "one.work" in dict(result.structures[1].carried)


def test_the_last_values_of_an_object_that_is_away_can_be_read() -> None:
    result = run_host(
        "a(isInitial = true), b, c",
        """
    transition a -> b event after(1) action body.add(two); end transition;
    transition b -> c event after(1) action body.remove(two); end transition;
""",
        "Pull two(F = 2); Real seen = two.work + 1;",
    )
    assert result["seen"][0] == 1.0
    before, after = limits(result, "seen", 2.0)
    assert after == before == pytest.approx(1 + 2 * (1 + 0.5 * 2), rel=1e-8)
    assert result["seen"][-1] == after
    assert np.isnan(result["two.work"][-1])


def test_what_is_added_and_removed_in_one_step_leaves_no_trace() -> None:
    result = run_host(
        "a(isInitial = true), b",
        "transition a -> b event after(1) action body.add(one); body.remove(one); end transition;",
    )
    assert len(result.structures) == 1
    assert result["body.v"][-1] == pytest.approx(1.0, rel=1e-12)


@pytest.mark.parametrize(
    ("action", "message"),
    [
        ("body.add(one); body.add(one);", r"S055.*at time 1 `one` is added although it is already attached to `body`"),
        ("add(one); add(one);", r"S055.*already active"),
        ("body.remove(one);", r"S056.*at time 1 `one` is removed although it is not attached to `body`"),
        ("body.add(one); remove(one);", r"S056.*`one` is removed although it is not active"),
        ("body.p.F := 1;", r"S054.*`body.p.F`, which is determined"),
        ("one.F := 1;", r"S054.*`one.F`, which is a parameter"),
    ],
)
def test_mistakes_in_actions(action: str, message: str) -> None:
    with pytest.raises(MosilaError, match=message):
        run_host(
            "a(isInitial = true), b, c",
            f"""
    transition a -> b event after(1) action {action} end transition;
    transition b -> c event after(9) action body.add(one); end transition;
""",
        )


def test_a_structure_that_cannot_be_solved_is_an_error_when_it_is_reached() -> None:
    with pytest.raises(SimulationFailedError) as caught:
        run_text(
            """
model Fixes
  Real y;
equation
  y = 1;
  y = 2;
end Fixes;

model M
  Real x(start = 0, fixed = true);
  Fixes fixes;
equation
  der(x) = 1;
statechart
  state C extends State;
    State a(isInitial = true), b;
    transition a -> b event after(1) action add(fixes); end transition;
  end C;
end M;
""",
            "M",
            stop=2.0,
        )
    assert caught.value.diagnostics[0].code == "B002"
    assert caught.value.diagnostics[0].message.startswith("at time 1, in C.b: ")
    assert "`fixes.y`" in caught.value.diagnostics[0].message
    assert caught.value.result.time[-1] == 1.0
