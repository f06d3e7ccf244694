"""Objects that come and go: references, collections, `new`, and what equations and actions see of them."""

from __future__ import annotations

import math

import numpy as np
import pytest

from mosila.diagnostics import MosilaError
from mosila.results import Result
from tests.running import limits, run_text

TOLERANCE = 1e-9
CLOSE = {"rel": 1e-6, "abs": 1e-7}

TANK = """
model Tank
  parameter Real k = 1;
  parameter Real first = 2*k;
  Real m(start = first, fixed = true);
equation
  der(m) = -k*m;
end Tank;
"""


def chart(*steps: str, initial: str = "") -> str:
    """A chart that does one step a second; `initial` is done at the start."""
    names = [f"s{number}" for number in range(len(steps) + 1)]
    states = ", ".join([f"{names[0]}(isInitial = true)", *names[1:]])
    entry = f"entry action {initial} end entry;" if initial else ""
    transitions = "\n".join(
        f"transition {a} -> {b} event after(1) action\n{step}\nend transition;" for a, b, step in zip(names, names[1:], steps, strict=False)
    )
    return f"statechart\n  state SC extends State;\n    State {states};\n{entry}\n{transitions}\n  end SC;\n"


def run(text: str, stop: float, solver: str = "ida", model: str = "M") -> Result:
    return run_text(text, model, stop=stop, tolerance=TOLERANCE, solver=solver)


@pytest.fixture(params=["ida", "scikits"])
def solver(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_a_reference_is_empty_until_new(solver: str) -> None:
    text = f"""{TANK}
model M
  dynamic Tank t;
  Real y;
equation
  if isEmpty(t) then y = -1; else y = t.m; end if;
{chart("t := new Tank(k = 3);")}
end M;"""
    result = run(text, 2.0, solver)
    assert limits(result, "y", 1.0) == pytest.approx((-1.0, 6.0), **CLOSE)
    assert result["y"][-1] == pytest.approx(6 * math.exp(-3), **CLOSE)
    assert [change.states for change in result.structures] == [0, 1]
    assert result.structures[1].added == ("t[1]",)


def test_modifiers_of_new_are_evaluated_once_and_what_depends_on_them_follows(solver: str) -> None:
    text = f"""{TANK}
model M
  dynamic Tank a, b;
  Real x(start = 4, fixed = true);
equation
  der(x) = 1;
{chart("a := new Tank(k = x - 3, m(start = x)); b := new Tank(k = 2);")}
end M;"""
    result = run(text, 3.0, solver)
    assert result.at("a[1].k", 2.0) == pytest.approx(2.0, **CLOSE)
    assert limits(result, "a[1].m", 1.0)[1] == pytest.approx(5.0, **CLOSE)
    assert result["a[1].m"][-1] == pytest.approx(5 * math.exp(-4), **CLOSE)
    assert limits(result, "b[2].m", 1.0)[1] == pytest.approx(4.0, **CLOSE)


def test_members_join_when_the_macrostep_ends_and_reductions_follow(solver: str) -> None:
    text = f"""{TANK}
model M
  dynamic Tank ts[:];
  discrete Integer seen = -1;
  Real total = sum(t.m for t in ts), weighted = sum(2*t.m*t.k for t in ts);
  Real product_ = product(t.m for t in ts), least = min(t.m for t in ts), most = max(t.m for t in ts);
  Integer n = size(ts);
{chart("ts.add(new Tank()); ts.add(new Tank(k = 3)); seen := size(ts);", "for t in ts loop if t.k > 2 then ts.remove(t); end if; end for;")}
end M;"""
    result = run(text, 3.0, solver)
    empty = {"total": 0.0, "weighted": 0.0, "product_": 1.0, "least": 1e60, "most": -1e60, "n": 0.0}
    two = {"total": 8.0, "weighted": 40.0, "product_": 12.0, "least": 2.0, "most": 6.0, "n": 2.0}
    a, b = 2 * math.exp(-1), 6 * math.exp(-3)
    before = {"total": a + b, "weighted": 2 * a + 6 * b, "product_": a * b, "least": b, "most": a, "n": 2.0}
    after = {"total": a, "weighted": 2 * a, "product_": a, "least": a, "most": a, "n": 1.0}
    for name in empty:
        assert limits(result, name, 1.0) == pytest.approx((empty[name], two[name]), **CLOSE)
        assert limits(result, name, 2.0) == pytest.approx((before[name], after[name]), **CLOSE)
    assert result["seen"][-1] == 0


def test_what_is_removed_keeps_its_last_values_for_whoever_refers_to_it(solver: str) -> None:
    text = f"""{TANK}
model M
  dynamic Tank t, ts[:];
  Real y;
  Boolean on = active(t);
equation
  if isEmpty(t) then y = 0; else y = t.m; end if;
{chart("t := new Tank(); ts.add(t);", "ts.remove(t);")}
end M;"""
    result = run(text, 3.0, solver)
    last = 2 * math.exp(-1)
    assert limits(result, "y", 2.0) == pytest.approx((last, last), **CLOSE)
    assert result["y"][-1] == pytest.approx(last, **CLOSE)
    assert limits(result, "on", 1.0) == (0.0, 1.0)
    assert limits(result, "on", 2.0) == (1.0, 0.0)
    assert np.isnan(result["ts[1].m"][-1])
    assert np.isnan(limits(result, "ts[1].m", 1.0)[0])


CARS = """
model Car
  parameter Real v0 = 10;
  Real s(start = 0, fixed = true), v;
  dynamic Car front;
equation
  der(s) = v;
  if not isEmpty(front) and active(front) then
    v = min(v0, front.s - s);
  else
    v = v0;
  end if;
end Car;
"""


def test_a_class_refers_to_its_own_class_and_wiring_changes(solver: str) -> None:
    text = f"""{CARS}
model M
  dynamic Car first, second, none, cars[:];
{
        chart(
            "cars.remove(first); ",
            initial="first := new Car(s(start = 2), v0 = 1); second := new Car(); second.front := first;"
            " cars.add(first); cars.add(second);",
        )
    }
end M;"""
    result = run(text, 2.0, solver)
    gap = 1 + math.exp(-1)
    assert limits(result, "cars[2].v", 1.0) == pytest.approx((gap, 10.0), **CLOSE)
    assert limits(result, "cars[2].s", 1.0) == pytest.approx((3 - gap, 3 - gap), **CLOSE)
    assert result["cars[2].s"][-1] == pytest.approx(13 - gap, **CLOSE)


def test_references_are_copied_and_also_empty_ones(solver: str) -> None:
    text = f"""{TANK}
model M
  dynamic Tank a, b, none;
  Boolean gone = isEmpty(a), there = isEmpty(b);
{chart("a := new Tank(); b := a; a := none;")}
end M;"""
    result = run(text, 2.0, solver)
    assert limits(result, "gone", 1.0) == (1.0, 1.0)
    assert limits(result, "there", 1.0) == (1.0, 0.0)
    assert result["a[1].m"][-1] == pytest.approx(2 * math.exp(-1), **CLOSE)


def test_what_nothing_refers_to_is_gone_and_cycles_keep_nothing_alive() -> None:
    text = f"""{CARS}
model M
  dynamic Car a, b, none;
{chart("a := none;", "b := none;", initial="a := new Car(); b := new Car(); a.front := b; b.front := a;")}
end M;"""
    result = run(text, 3.0)
    assert [change.removed for change in result.structures] == [(), ("a[1]", "b[2]")]
    assert result.structures[1].time == 2.0
    assert [change.states for change in result.structures][-1] == 0


def test_creation_numbers_are_never_used_again() -> None:
    text = f"""{TANK}
model M
  dynamic Tank t;
{chart(*["t := new Tank();"] * 6)}
end M;"""
    result = run(text, 7.0)
    assert [change.added for change in result.structures[1:]] == [(f"t[{n}]",) for n in range(1, 7)]
    assert [change.removed for change in result.structures[2:]] == [(f"t[{n}]",) for n in range(1, 6)]
    for number in range(1, 7):
        values = result[f"t[{number}].m"]
        present = result.time[~np.isnan(values)]
        assert (present[0], present[-1]) == (number, min(number + 1, 7))
        assert values[~np.isnan(values)][0] == pytest.approx(2.0, **CLOSE)


def test_an_empty_reference_in_an_equation_is_a_located_error() -> None:
    text = f"""{TANK}
model M
  dynamic Tank t, none;
  Real y = t.m;
{chart("t := none;", initial="t := new Tank();")}
end M;"""
    with pytest.raises(MosilaError) as caught:
        run(text, 3.0)
    (fault,) = caught.value.diagnostics
    assert fault.code == "R110"
    assert "at time 1, in SC.s1: `t.m` is used, but the reference `t` is empty" in fault.message


def test_objects_with_charts_of_their_own_start_in_the_same_instant(solver: str) -> None:
    text = f"""
model Lamp
  parameter Real T = 0.5;
  discrete Boolean on = false;
  Real x(start = 0, fixed = true);
equation
  der(x) = if on then 1 else 0;
statechart
  state L extends State;
    State dark(isInitial = true), bright;
    transition dark -> bright event after(T) action on := true; end transition;
  end L;
end Lamp;
model M
  dynamic Lamp lamps[:];
  Real light = sum(l.x for l in lamps);
{chart("lamps.add(new Lamp());", "lamps.add(new Lamp(T = 0.25));")}
end M;"""
    result = run(text, 3.0, solver)
    assert limits(result, "lamps[1].on", 1.5) == (0.0, 1.0)
    assert limits(result, "lamps[2].on", 2.25) == (0.0, 1.0)
    assert result["light"][-1] == pytest.approx(1.5 + 0.75, **CLOSE)
    assert [step.transitions for step in result.chart_steps if step.time in (1.5, 2.25)] == [
        ("lamps[1].L.dark -> bright",),
        ("lamps[2].L.dark -> bright",),
    ]


def test_objects_create_objects_of_their_own_class() -> None:
    text = """
model Cell
  Real age(start = 0, fixed = true);
  dynamic Cell children[:];
  Real mass = 1 + sum(c.mass for c in children);
equation
  der(age) = 1;
statechart
  state C extends State;
    State young(isInitial = true), old;
    transition young -> old event after(1) action children.add(new Cell()); end transition;
  end C;
end Cell;
model M
  dynamic Cell root;
  Real mass;
equation
  if isEmpty(root) then mass = 0; else mass = root.mass; end if;
statechart
  state SC extends State;
    State s(isInitial = true);
    entry action root := new Cell(); end entry;
  end SC;
end M;
"""
    result = run(text, 5.5)
    assert result["mass"][-1] == 6.0
    assert result["root[1].age"][-1] == pytest.approx(5.5, **CLOSE)
    assert "root[1].children[2].children[3].age" in result


def test_subclasses_are_members_too() -> None:
    text = f"""{TANK}
model Leaky
  extends Tank;
  Real leak = m/10;
end Leaky;
model M
  dynamic Tank ts[:];
  Real total = sum(t.m for t in ts);
{chart("ts.add(new Leaky(k = 2)); ts.add(new Tank());")}
end M;"""
    result = run(text, 2.0)
    assert result["total"][-1] == pytest.approx(4 * math.exp(-2) + 2 * math.exp(-1), **CLOSE)
    assert limits(result, "ts[1].leak", 1.0)[1] == pytest.approx(0.4, **CLOSE)


def test_reductions_and_questions_in_actions_see_what_is_there_now() -> None:
    text = f"""{TANK}
model M
  dynamic Tank t, ts[:];
  discrete Real total = -1, doubled = -1;
  discrete Boolean was = false, is = true;
{
        chart(
            "ts.add(new Tank()); ts.add(new Tank(k = 3));",
            "was := isEmpty(t); t := new Tank(); is := isEmpty(t);"
            " for x in ts loop x.m := 1; end for; total := sum(x.m for x in ts); doubled := max(2*x.k for x in ts);",
        )
    }
end M;"""
    result = run(text, 2.5)
    assert (result["was"][-1], result["is"][-1]) == (1.0, 0.0)
    assert (result["total"][-1], result["doubled"][-1]) == (2.0, 6.0)
    assert limits(result, "ts[2].m", 2.0) == pytest.approx((6 * math.exp(-3), 1.0), **CLOSE)
