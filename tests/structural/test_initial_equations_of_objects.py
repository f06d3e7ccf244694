"""Initial equations of objects that are added while the model runs: at the first add, at `new` and at a reset, not at a return."""

from __future__ import annotations

import pytest

from mosila.diagnostics import MosilaError
from tests.running import limits, run_text

SOLVERS = pytest.mark.parametrize("solver", ["ida", "scikits"])

LAG = """
model Lag
  outer Real u;
  Real s, t(start = 0, fixed = true);
  discrete Integer n;
initial equation
  der(s) = 0;
  n = 3;
equation
  der(s) = (u - s) / 2 - 1;
  der(t) = 1;
  when t >= 0.25 then
    n = pre(n) + 1;
  end when;
end Lag;

model M
  inner Real u = 4 + time;
  Real x(start = 1, fixed = true);
  Lag lag;
equation
  der(x) = 1;
statechart
  state C extends State;
    State a(isInitial = true), b, c, d, e;
    transition a -> b event after(1) action add(lag); end transition;
    transition b -> c event after(0.5) action remove(lag); end transition;
    transition c -> d event after(0.5) action add(lag); end transition;
    transition d -> e event after(0.5) action remove(lag); add(lag, reset = true); end transition;
  end C;
end M;
"""


@SOLVERS
def test_they_hold_at_the_first_add_and_at_a_reset_and_not_at_a_return(solver: str) -> None:
    """At rest s = u - 2; a return goes on from the last value; what was there before goes on."""
    result = run_text(LAG, "M", stop=3.0, tolerance=1e-9, solver=solver)
    assert limits(result, "lag.s", 1.0)[1] == pytest.approx(3.0, rel=1e-8)
    last, _ = limits(result, "lag.s", 1.5)
    assert limits(result, "lag.s", 2.0)[1] == pytest.approx(last, rel=1e-8)
    assert limits(result, "lag.s", 2.5)[1] == pytest.approx(4.5, rel=1e-8)
    assert [limits(result, "lag.n", time)[1] for time in (1.0, 1.25, 2.0, 2.5, 2.75)] == [3, 4, 4, 3, 4]
    assert [limits(result, "x", time)[1] for time in (1.0, 2.0, 2.5)] == pytest.approx([2.0, 3.0, 3.5], rel=1e-8)


@SOLVERS
def test_they_hold_in_a_new_object_with_its_parameters(solver: str) -> None:
    text = """
model Part
  parameter Real k = 2;
  Real s, v;
initial equation
  s ^ 2 + v = k;
  v = s - 3;
equation
  der(s) = 1;
  der(v) = 0;
end Part;

model M
  dynamic Part p;
statechart
  state C extends State;
    State a(isInitial = true), b, c;
    transition a -> b event after(1) action p := new Part(k = 9, s(start = 2)); end transition;
    transition b -> c event after(0.5) action p := new Part(k = 3, s(start = 2)); end transition;
  end C;
end M;
"""
    result = run_text(text, "M", stop=2.0, tolerance=1e-9, solver=solver)
    assert (limits(result, "p[1].s", 1.0)[1], limits(result, "p[1].v", 1.0)[1]) == pytest.approx((3.0, 0.0), abs=1e-8)
    assert limits(result, "p[2].s", 1.5)[1] == pytest.approx(2.0, rel=1e-8)


JOINED = """
connector Port
  Real m;
end Port;

partial model Joined
  Port p;
end Joined;

model Body
  extends Joined(p.m = 100);
end Body;

model Tank
  extends Joined;
  Real m, h;
initial equation
  {initial}
equation
  p.m = m;
  der(m) = -10;
  der(h) = 1;
end Tank;

model M
  Body body;
  Tank tank;
statechart
  state C extends State;
    State a(isInitial = true), b;
    transition a -> b event after(1) action {action} body.add(tank); end transition;
  end C;
end M;
"""


def test_they_determine_what_is_the_objects_own() -> None:
    """The mass is that of what it joins, the height is found."""
    result = run_text(JOINED.format(initial="h = m / 20;", action=""), "M", stop=2.0, tolerance=1e-9)
    assert limits(result, "body.p.m", 1.0) == pytest.approx((100.0, 100.0), rel=1e-12)
    assert limits(result, "tank.h", 1.0)[1] == pytest.approx(5.0, rel=1e-8)


@pytest.mark.parametrize(("initial", "action"), [("m = 7; h = 1;", ""), ("h = m / 20;", "tank.h := 3;")])
def test_one_that_contradicts_what_goes_on_is_told(initial: str, action: str) -> None:
    with pytest.raises(MosilaError, match=r"error\[R02\d\]"):
        run_text(JOINED.format(initial=initial, action=action), "M", stop=2.0)
