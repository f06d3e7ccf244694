"""What actions read: values of earlier statements, left limits of what varies continuously, in later rounds those of the round."""

from __future__ import annotations

import pytest

from mosila.diagnostics import MosilaError
from mosila.results import Result
from tests.running import limits, run_text

SOLVERS = pytest.mark.parametrize("solver", ["ida", "scikits"])

MODEL = """
model M
  Real x(start = 0, fixed = true);
  discrete Integer n(start = 0, fixed = true);
  event discrete Boolean go = false;
  {declarations}
equation
  der(x) = 1;
  go = time >= 1;
  {equations}
statechart
  state C extends State;
    State a(isInitial = true), b, c, d;
    {transitions}
  end C;
end M;
"""


def run(declarations: str, equations: str, transitions: str, solver: str = "ida", stop: float = 2.0) -> Result:
    text = MODEL.format(declarations=declarations, equations=equations, transitions=transitions)
    return run_text(text, "M", stop=stop, tolerance=1e-9, solver=solver)


@SOLVERS
def test_algebraic_variables_are_read_as_they_were_before_the_instant(solver: str) -> None:
    """The input jumps from 0 to 5 in the instant of the transition: y from 1 to 11, and z with z + z^3 = y - x from 0 to 2."""
    result = run(
        "Real u = if time < 1 then 0 else 5; Real y = 2 * u + x, z; discrete Real seen(start = -1), root(start = -1), rate(start = -1);",
        "z + z ^ 3 = y - x;",
        "transition a -> b event go action seen := y; root := z; rate := y - z; end transition;",
        solver,
    )
    assert limits(result, "y", 1.0) == pytest.approx((1.0, 11.0), rel=1e-8)
    assert limits(result, "z", 1.0) == pytest.approx((0.0, 2.0), abs=1e-8)
    assert result["seen"][-1] == pytest.approx(1.0, rel=1e-8)
    assert result["root"][-1] == pytest.approx(0.0, abs=1e-8)
    assert result["rate"][-1] == pytest.approx(1.0, rel=1e-8)


def test_guards_and_discrete_variables_are_as_the_equations_have_just_said() -> None:
    """The guard sees the jump, relations and without events; a discrete variable has its new value, `pre` its old one."""
    result = run(
        "Real u = if time < 1 then 0 else 5; discrete Real seen(start = -1), was(start = -1), y(start = -1);",
        "when time >= 1 then n = 7; end when;",
        "transition a -> b event go guard u > 4 and noEvent(u > 4) action seen := n; was := pre(n); y := u; end transition;"
        "transition b -> c guard noEvent(2 * u > 9) and seen > 0 action y := y + 10; end transition;",
    )
    assert (result["seen"][-1], result["was"][-1]) == (7, 0)
    assert result["y"][-1] == 10


@SOLVERS
def test_in_later_rounds_the_values_are_those_at_the_end_of_the_round_before(solver: str) -> None:
    """Round 1 sets `on`, so w is 4 at its end; the equations of round 2 make v jump from 0 to 1, which round 3 sees."""
    result = run(
        "discrete Boolean on(start = false); Real w = if on then 3 + x else 0; Boolean high = w > 1; Real v = if high then 1 else 0;"
        "discrete Real first(start = -1), w2(start = -1), v2(start = -1), v3(start = -1);",
        "",
        "transition a -> b event go action first := w; on := true; end transition;"
        "transition b -> c guard high action w2 := w; v2 := v; n := 1; end transition;"
        "transition c -> d guard pre(n) == 1 action v3 := v; end transition;",
        solver,
    )
    assert [result[name][-1] for name in ("first", "v2", "v3")] == [0, 0, 1]
    assert result["w2"][-1] == pytest.approx(4.0, rel=1e-8)


REINIT = """
model M
  Real x(start = 0, fixed = true), y = 2 * x;
  event discrete Boolean go = false;
  discrete Real x1(start = -1), y1(start = -1), x2(start = -1), y2(start = -1);
  Boolean far = x > 4;
equation
  der(x) = 1;
  go = time >= 1;
  when time >= 1 then
    reinit(x, 5);
  end when;
statechart
  state C extends State;
    State a(isInitial = true), b, c;
    transition a -> b event go action x1 := x; y1 := y; {action} end transition;
    transition b -> c guard {guard} action x2 := x; y2 := y; end transition;
  end C;
end M;
"""


@SOLVERS
def test_a_reinit_of_the_same_instant_is_seen_by_the_next_round(solver: str) -> None:
    result = run_text(REINIT.format(action="", guard="far"), "M", stop=2.0, tolerance=1e-9, solver=solver)
    assert [result[name][-1] for name in ("x1", "y1", "x2", "y2")] == pytest.approx([1, 2, 5, 10], rel=1e-8)
    assert limits(result, "x", 1.0) == pytest.approx((1.0, 5.0), rel=1e-8)


def test_an_action_does_not_assign_what_a_when_clause_re_initialises_in_the_same_round() -> None:
    with pytest.raises(MosilaError, match="S019"):
        run_text(REINIT.format(action="x := x + 7;", guard="far"), "M", stop=2.0, tolerance=1e-9)


def test_what_an_action_assigned_the_next_statement_sees_and_what_follows_from_it_the_next_round() -> None:
    text = REINIT.format(action="x := x + 7; x1 := x; y1 := y;", guard="far").replace("reinit(x, 5);", "")
    result = run_text(text.replace("when time >= 1 then", "").replace("end when;", ""), "M", stop=2.0, tolerance=1e-9)
    assert [result[name][-1] for name in ("x1", "y1", "x2", "y2")] == pytest.approx([8, 2, 8, 16], rel=1e-8)
    assert limits(result, "x", 1.0) == pytest.approx((1.0, 8.0), rel=1e-8)


REMOVED = """
model Part
  input Real u;
  Real y = 2 * u;
  Real s(start = 1, fixed = true);
equation
  der(s) = y;
end Part;

model M
  Part part(u = if time < 1 then 3 else 5);
  Real seen = part.y + part.s;
  discrete Real y1(start = -1), s1(start = -1), y2(start = -1);
  event discrete Boolean go = false;
equation
  go = time >= 1;
statechart
  state C extends State;
    State begin(isInitial = true), a, b, c;
    transition begin -> a action add(part); end transition;
    transition a -> b event go action y1 := part.y; s1 := part.s; remove(part); end transition;
    transition b -> c event after(0.5) action y2 := part.y; end transition;
  end C;
end M;
"""


def test_the_last_values_of_what_is_removed_are_its_left_limits() -> None:
    result = run_text(REMOVED, "M", stop=2.0, tolerance=1e-9)
    assert [result[name][-1] for name in ("y1", "s1", "y2")] == pytest.approx([6, 7, 6], rel=1e-8)
    assert limits(result, "seen", 1.0) == pytest.approx((13, 13), rel=1e-8)


def test_parameters_of_new_and_times_of_timers_are_read_like_actions() -> None:
    text = """
model Part
  parameter Real k = 0;
  Real s(start = 0, fixed = true);
equation
  der(s) = k;
end Part;

model M
  Real u = if time < 1 then 0.25 else 5;
  dynamic Part part;
  event discrete Boolean go = false;
equation
  go = time >= 1;
statechart
  state C extends State;
    State a(isInitial = true), b, c;
    transition a -> b event go action part := new Part(k = u); end transition;
    transition b -> c event after(u) end transition;
  end C;
end M;
"""
    result = run_text(text, "M", stop=2.0, tolerance=1e-9)
    assert result["part[1].s"][-1] == pytest.approx(0.25, rel=1e-8)
    assert [step.time for step in result.chart_steps if step.transitions == ("C.b -> c",)] == [1.25]
