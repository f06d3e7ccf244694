"""Charts in objects that come, go and return: when they start, rest and resume, in which order they step, which events they see."""

from __future__ import annotations

import math

import pytest

from mosila.diagnostics import MosilaError
from tests.running import event_times, limits, run_text

ORDER = """
model Part
  parameter Integer id = 0;
  outer discrete Integer trace;
statechart
  state C extends State;
    State a(isInitial = true), b;
    transition a -> b event after(1) action trace := 10 * trace + id; end transition;
  end C;
end Part;

model Box
  extends Part(id = 2);
  Part x(id = 3), y(id = 4);
end Box;

model M
  inner discrete Integer trace(start = 0);
  Box box;
  Part last(id = 5);
statechart
  state C extends State;
    State a(isInitial = true), b;
    transition a -> b event after(1) action trace := 10 * trace + 1; end transition;
  end C;
end M;
"""


def test_objects_step_in_the_order_of_the_tree() -> None:
    assert limits(run_text(ORDER, "M", stop=2.0), "trace", 1.0) == (0, 12345)


GUEST = """
model Guest
  outer discrete Integer trace;
  Real age(start = 0, fixed = true);
equation
  der(age) = 1;
statechart
  state C extends State;
    state A extends State;
      entry action trace := 10 * trace + 1; end entry;
      exit action trace := 10 * trace + 2; end exit;
    end A;
    A a(isInitial = true);
    State b;
    transition a -> b event after(0.75) action trace := 10 * trace + 3; end transition;
  end C;
end Guest;

model M
  inner discrete Integer trace(start = 0);
  Guest guest;
statechart
  state C extends State;
    State s(isInitial = true), a, b, c;
    transition s -> a event after(0.5) action add(guest); trace := 5; end transition;
    transition a -> b event after(0.5) action remove(guest); trace := 10 * trace + 6; end transition;
    transition b -> c event after(0.5) action add(guest{reset}); trace := 10 * trace + 7; end transition;
  end C;
end M;
"""


@pytest.mark.parametrize(("reset", "trace", "time", "age"), [("", 516723, 1.75, 2.0), (", reset = true", 5167123, 2.25, 1.5)])
def test_the_first_add_starts_a_chart_and_a_return_resumes_it_unless_it_is_reset(reset: str, trace: int, time: float, age: float) -> None:
    """Started after the macrostep that adds (5, then 1); nothing runs on exit; the timer has counted 0.5 s before."""
    result = run_text(GUEST.replace("{reset}", reset), "M", stop=3.0, tolerance=1e-8)
    assert limits(result, "trace", 0.5) == (0, 51)
    assert limits(result, "trace", 1.0) == (51, 516)
    assert result["trace"][-1] == trace
    assert event_times(result).tolist() == [0.5, 1.0, 1.5, time]
    assert result["guest.age"][-1] == pytest.approx(age, rel=1e-8)


EVENTS = """
model Part
  discrete input Integer u;
  event discrete Boolean e(start = false);
  event discrete Integer level(start = 0);
  discrete Integer rises(start = 0), changes(start = 0);
equation
  e = u > 0;
  level = u;
statechart
  state C extends State;
    State a(isInitial = true);
    transition a -> a event e action rises := rises + 1; end transition;
  end C;
  state D extends State;
    State a(isInitial = true);
    transition a -> a event level action changes := changes + 1; end transition;
  end D;
end Part;

model M
  Part still(u = if time < 2.5 then 0 else 1);
  Part other(u = if time < 0.25 then 0 elseif time < 2.5 then 1 else 2);
  Part same(u = if time < 0.25 then 0 else 1);
  Part late(u = 1);
  dynamic Part fresh;
statechart
  state C extends State;
    State s(isInitial = true), a, b, c;
    transition s -> a action add(still); add(other); add(same); end transition;
    transition a -> b event after(2) action remove(still); remove(other); remove(same); end transition;
    transition b -> c event after(1) action
      add(still); add(other); add(same); add(late);
      fresh := new Part(u = 1);
    end transition;
  end C;
end M;
"""


def test_events_of_what_returns_or_is_new_are_changes_since_its_last_or_declared_values() -> None:
    result = run_text(EVENTS, "M", stop=4.0)
    counted = {
        name: (result[f"{name}.rises"][-1], result[f"{name}.changes"][-1]) for name in ("still", "other", "same", "late", "fresh[1]")
    }
    assert counted == {"still": (1, 1), "other": (1, 2), "same": (1, 1), "late": (1, 1), "fresh[1]": (1, 1)}
    assert [step.time for step in result.chart_steps] == [0.0, 0.25, 2.0, 3.0, 3.0]


PARALLEL = """
model M
  discrete Integer k(start = 0);
  event discrete Boolean go = false;
equation
  go = time >= 1;
statechart
  state C extends State;
    State a{first};
    state Both extends AndState;
      state Left extends State;
        {left}
      end Left;
      state Right extends State;
        {right}
      end Right;
      Left left;
      Right right;
    end Both;
    Both both{second};
    transition a -> both event go end transition;
    transition both -> a event go action k := k + 10; end transition;
  end C;
end M;
"""


@pytest.mark.parametrize("kind", ["entry", "exit"])
def test_regions_may_not_assign_one_variable_on_entry_or_exit(kind: str) -> None:
    marks = {"first": "(isInitial = true)", "second": ""} if kind == "entry" else {"first": "", "second": "(isInitial = true)"}
    actions = {side: f"{kind} action k := k + {n}; end {kind};" for n, side in ((1, "left"), (2, "right"))}
    with pytest.raises(MosilaError, match=r"S019.*at time 1 `k` is assigned in parallel by state C.both.left and by state C.both.right"):
        run_text(PARALLEL.format(**marks, **actions), "M", stop=2.0)
    result = run_text(PARALLEL.format(**marks, **{**actions, "right": ""}), "M", stop=2.0)
    assert result["k"][-1] == (1 if kind == "entry" else 11)


def test_charts_of_one_object_may_not_assign_one_variable_in_one_step() -> None:
    chart = "state {0} extends State; State a(isInitial = true), b; transition a -> b event go action k := {1}; end transition; end {0};"
    text = f"""
model M
  discrete Integer k(start = 0);
  event discrete Boolean go = false;
equation
  go = time >= 1;
statechart
  {chart.format("C", 1)}
  {chart.format("D", 2)}
end M;
"""
    with pytest.raises(MosilaError, match=r"S019.*state C.a and by state D.a"):
        run_text(text, "M", stop=2.0)


def test_an_xor_state_is_a_state() -> None:
    text = """
model M
  discrete Integer k(start = 0);
statechart
  state C extends XorState;
    State a(isInitial = true), b;
    transition a -> b event after(1) action k := 1; end transition;
  end C;
end M;
"""
    assert limits(run_text(text, "M", stop=2.0), "k", 1.0) == (0, 1)


def test_a_name_in_a_state_is_that_of_the_state_before_that_of_the_object() -> None:
    text = """
model M
  discrete Real n(start = 100), other(start = 7);
statechart
  state C extends State;
    parameter Real step = 2;
    discrete Real n(start = 1);
    state Inner extends State;
      parameter Real step = 3;
      entry action n := n + step; other := n; end entry;
    end Inner;
    Inner a(isInitial = true), b(step = 40);
    transition a -> b event after(step) end transition;
  end C;
end M;
"""
    result = run_text(text, "M", stop=3.0)
    assert limits(result, "other", 2.0) == (4, 44)
    assert result["n"][-1] == 100
    assert not math.isnan(result["n"][0])
