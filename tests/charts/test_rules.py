"""The rules of statecharts, each with a small model: what runs in which order is written, digit by digit, into `trace`."""

from __future__ import annotations

import pytest

from mosila.diagnostics import MosilaError
from mosila.results import Result
from tests.running import event_times, limits, run_text


def run_chart(chart: str, declarations: str = "", equations: str = "", stop: float = 1.0) -> Result:
    text = f"""
model M
  discrete Integer trace(start = 0);
  event discrete Boolean go = false;
  event discrete Boolean go2 = false;
  {declarations}
equation
  go = time >= 0.5;
  go2 = time >= 0.5;
  {equations}
statechart
{chart}
end M;
"""
    return run_text(text, "M", stop=stop)


def note(digit: int) -> str:
    """An action that writes a digit."""
    return f"trace := 10 * trace + {digit};"


def trace(result: Result) -> int:
    return int(result["trace"][-1])


INNER_FIRST = f"""
  state C extends State;
    state Outer extends State;
      State a(isInitial = true), b;
      transition a -> b event go action {note(1)} end transition;
    end Outer;
    Outer whole(isInitial = true);
    State other;
    transition whole -> other event go action {note(2)} end transition;
  end C;
"""


def test_the_innermost_source_goes_first_and_uses_the_event_up() -> None:
    assert trace(run_chart(INNER_FIRST)) == 1


LEAVING = f"""
  state C extends State;
    state Outer extends State;
      state Inner extends State;
        State x(isInitial = true);
        entry action {note(2)} end entry;
        exit action {note(4)} end exit;
      end Inner;
      Inner core(isInitial = true);
      entry action {note(1)} end entry;
      exit action {note(5)} end exit;
    end Outer;
    state Next extends State;
      state Inner extends State;
        entry action {note(8)} end entry;
      end Inner;
      Inner core(isInitial = true);
      entry action {note(7)} end entry;
    end Next;
    Outer whole(isInitial = true);
    Next next;
    transition whole -> next event go action {note(6)} end transition;
  end C;
"""


def test_exits_run_inner_to_outer_then_the_action_then_entries_outer_to_inner() -> None:
    assert trace(run_chart(LEAVING)) == 1245678


REGIONS = """
  state C extends State;
    state Both extends AndState;
      state Left extends State;
        State a(isInitial = true), b;
        transition a -> b event go action x[2] := 1; end transition;
        entry action x[1] := 1; end entry;
        exit action x[3] := 1; end exit;
      end Left;
      state Right extends State;
        State a(isInitial = true), b;
        transition a -> b event go action {assigned} := x[2] + 1; end transition;
        entry action y[1] := x[1] + 1; end entry;
        exit action y[3] := x[3] + 1; end exit;
      end Right;
      Left left;
      Right right;
    end Both;
    Both both(isInitial = true);
    State done;
    transition both -> done event late action trace := x[3] + y[3]; end transition;
  end C;
"""
IN_REGIONS = ("event discrete Boolean late = false; discrete Integer x[3], y[3];", "late = time >= 0.75;")


def test_and_regions_act_in_the_order_of_declaration() -> None:
    """What the left region assigns the right one sees, on entry, in a step and on exit."""
    result = run_chart(REGIONS.format(assigned="y[2]"), *IN_REGIONS)
    assert [result[f"y[{k}]"][-1] for k in (1, 2, 3)] == [2, 2, 2]
    assert limits(result, "y[2]", 0.5) == (0, 2)
    assert trace(result) == 3


def test_two_regions_that_assign_one_variable_in_one_step_are_refused() -> None:
    with pytest.raises(MosilaError, match=r"S019.*`x\[2\]` is assigned in parallel by state C.both.left.* and by state C.both.right"):
        run_chart(REGIONS.format(assigned="x[2]"), *IN_REGIONS)


HISTORY = """
  state C extends State;
    state Deep extends State;
      State p(isInitial = true), q;
      transition p -> q event after(0.1) end transition;
    end Deep;
    state Outer extends State;
      State first(isInitial = true);
      Deep second;
      transition first -> second event after(0.1) end transition;
    end Outer;
    Outer whole(isInitial = true{marking});
    State away;
    transition whole -> away event after(0.25) end transition;
    transition away -> whole event after(0.25) end transition;
  end C;
"""
WHERE = "Boolean inFirst = in(whole.first); Boolean inP = in(second.p); Boolean inQ = in(second.q);"


@pytest.mark.parametrize(("marking", "expected"), [("", (1, 0, 0)), (", history = true", (0, 1, 0)), (", deepHistory = true", (0, 0, 1))])
def test_a_composite_resumes_as_its_history_says(marking: str, expected: tuple[int, int, int]) -> None:
    result = run_chart(HISTORY.format(marking=marking), WHERE, stop=0.55)
    assert limits(result, "inQ", 0.25) == (1, 0)
    assert tuple(limits(result, name, 0.5)[1] for name in ("inFirst", "inP", "inQ")) == expected


SIMULTANEOUS = f"""
  state C extends State;
    State a(isInitial = true), b, c;
    transition a -> b event go action {note(1)} end transition;
    transition b -> c event go2 action {note(2)} end transition;
    transition b -> a event go action {note(9)} end transition;
  end C;
"""


def test_an_event_that_was_used_is_gone_and_the_others_stay_until_the_macrostep_ends() -> None:
    assert trace(run_chart(SIMULTANEOUS)) == 12


def test_an_event_that_nothing_waited_for_is_lost() -> None:
    chart = f"""
  state C extends State;
    State a(isInitial = true), b, c;
    transition a -> b event after(0.75) action {note(1)} end transition;
    transition b -> c event go action {note(2)} end transition;
  end C;
"""
    assert trace(run_chart(chart)) == 1


def test_one_event_is_offered_to_every_chart() -> None:
    chart = f"""
  state C extends State;
    State a(isInitial = true), b;
    transition a -> b event go action {note(1)} end transition;
  end C;
  state D extends State;
    State a(isInitial = true), b;
    transition a -> b event go action other := true; end transition;
  end D;
"""
    result = run_chart(chart, "discrete Boolean other(start = false);")
    assert trace(result) == 1
    assert limits(result, "other", 0.5) == (0, 1)


def test_a_guard_that_holds_on_entry_fires_at_once() -> None:
    chart = f"""
  state C extends State;
    State a(isInitial = true), b, c;
    transition a -> b event go action {note(1)} end transition;
    transition b -> c guard time < 10 action {note(2)} end transition;
  end C;
"""
    assert limits(run_chart(chart), "trace", 0.5) == (0, 12)


def test_actions_of_one_macrostep_see_what_went_before() -> None:
    chart = """
  state C extends State;
    State a(isInitial = true), b, c;
    transition a -> b event go action k := 3; trace := k + 1; end transition;
    transition b -> c guard k == 3 action trace := 10 * trace + k; end transition;
  end C;
"""
    assert trace(run_chart(chart, "discrete Integer k(start = 0);")) == 43


def test_the_smallest_priority_goes_first_then_the_order_of_declaration() -> None:
    chart = f"""
  state C extends State;
    State a(isInitial = true), b;
    transition a -> b event go guard true action {note(1)} end transition;
    transition a -> b event go guard 1 < 2 priority 2 action {note(2)} end transition;
    transition a -> b event go guard 2 < 3 priority 1 action {note(3)} end transition;
  end C;
"""
    result = run_chart(chart)
    assert trace(result) == 3
    assert not result.warnings


def test_a_conflict_without_priorities_is_a_warning_once() -> None:
    chart = f"""
  state C extends State;
    State a(isInitial = true), b;
    transition first : a -> b event go guard time > 0.1 action {note(1)} end transition;
    transition second : a -> b event go guard time > 0.2 action {note(2)} end transition;
    transition b -> a event after(0.1) end transition;
  end C;
"""
    text = "event discrete Boolean again = false;"
    result = run_chart(chart.replace("event go", "event go, again"), text, "again = sin(40 * time) > 0.5;")
    assert set(str(trace(result))) == {"1"}
    assert [warning.code for warning in result.warnings] == ["S018"]
    assert "`first` was taken" in result.warnings[0].message


def test_an_eventless_transition_from_a_composite_waits_for_its_final_states() -> None:
    chart = f"""
  state C extends State;
    state Work extends AndState;
      state Task extends State;
        parameter Real T = 0.25;
        State doing(isInitial = true), done(isFinal = true);
        transition doing -> done event after(T) end transition;
      end Task;
      Task one, two(T = 0.75);
    end Work;
    Work work(isInitial = true);
    State over;
    transition work -> over action {note(1)} end transition;
  end C;
"""
    assert limits(run_chart(chart), "trace", 0.75) == (0, 1)


def test_a_timer_counts_from_the_last_entry() -> None:
    chart = f"""
  state C extends State;
    State a(isInitial = true), b;
    transition a -> a event go end transition;
    transition a -> b event after(0.6) action {note(1)} end transition;
  end C;
"""
    assert event_times(run_chart(chart, stop=2.0)).tolist() == [0.5, 1.1]


def test_the_time_of_a_timer_is_computed_on_entry_after_the_entry_action() -> None:
    chart = f"""
  state C extends State;
    state A extends State;
      discrete Real T(start = 5);
      entry action T := 0.3; end entry;
      transition x -> x event go action T := 100; end transition;
      State x(isInitial = true);
    end A;
    A a(isInitial = true);
    State b;
    transition a -> b event after(a.T + 0.4) action {note(1)} end transition;
  end C;
"""
    assert event_times(run_chart(chart)).tolist() == pytest.approx([0.5, 0.7], rel=1e-15)


def test_a_chart_that_never_rests_is_an_error_that_names_the_cycle() -> None:
    chart = """
  state C extends State;
    State a(isInitial = true), b;
    transition a -> b guard go end transition;
    transition b -> a guard go end transition;
  end C;
"""
    with pytest.raises(MosilaError, match=r"S020.*after 1000 steps it still goes round C.a -> b, C.b -> a"):
        run_chart(chart)


def test_a_class_that_extends_one_with_a_chart_runs_both() -> None:
    text = """
model Base
  discrete Integer one(start = 0);
statechart
  state C extends State;
    State a(isInitial = true), b;
    transition a -> b event after(0.25) action one := 1; end transition;
  end C;
end Base;

model M
  extends Base;
  discrete Integer two(start = 0);
statechart
  state D extends State;
    State a(isInitial = true), b;
    transition a -> b event after(0.5) guard in(C.b) action two := one + 1; end transition;
  end D;
end M;
"""
    assert run_text(text, "M", stop=1.0)["two"][-1] == 2


def test_an_event_may_be_a_path_and_objects_step_in_the_order_of_the_tree() -> None:
    text = """
model Part
  event discrete Boolean alarm = false;
  discrete Integer seen(start = 0);
equation
  alarm = time >= 0.5;
statechart
  state C extends State;
    State a(isInitial = true), b;
    transition a -> b event alarm action seen := 1; end transition;
  end C;
end Part;

model M
  Part part;
  discrete Integer before(start = -1);
statechart
  state C extends State;
    State a(isInitial = true), b, c;
    transition a -> b event part.alarm action before := part.seen; end transition;
    transition b -> c guard part.seen == 1 action before := before + 10; end transition;
  end C;
end M;
"""
    assert limits(run_text(text, "M", stop=1.0), "before", 0.5) == (-1, 10)


def test_an_integer_event_fires_on_every_change() -> None:
    chart = f"""
  state C extends State;
    State a(isInitial = true);
    transition a -> a event level action {note(1)} end transition;
  end C;
"""
    equations = "level = if time < 0.25 then 0 elseif time < 0.75 then 2 else 1;"
    assert trace(run_chart(chart, "event discrete Integer level(start = 0);", equations)) == 11


def test_an_event_declared_false_that_holds_from_the_start_fires() -> None:
    chart = f"""
  state C extends State;
    State a(isInitial = true), b;
    transition a -> b event now action {note(1)} end transition;
  end C;
"""
    result = run_chart(chart, "event discrete Boolean now = false;", "now = time >= 0;")
    assert result["trace"][0] == 1


def test_a_model_without_continuous_unknowns_runs_on_its_events_alone() -> None:
    chart = f"""
  state C extends State;
    State a(isInitial = true);
    transition a -> a event after(0.25) action {note(1)} end transition;
  end C;
"""
    result = run_chart(chart, stop=0.9)
    assert trace(result) == 111
    assert result.counts.states == 0
