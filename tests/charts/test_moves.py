"""The tables of a chart: which transitions may leave a configuration, and what each of them does in which order."""

from __future__ import annotations

from mosila.charts.build import build_chart
from mosila.charts.chart import RESTING, Chart
from mosila.charts.moves import ChartTable, Do, Operation
from mosila.source import SourceFile
from mosila.syntax import ast
from mosila.syntax.parse import parse_source

CHART = """
model M
statechart
  state Root extends State;
    state Inner extends State;
      State one(isInitial = true), two(isFinal = true);
      transition one -> two event e action n := 1; end transition;
      exit action n := 2; end exit;
    end Inner;
    Inner nested(isInitial = true);
    State done;
    transition nested -> done action n := 3; end transition;
    transition nested -> done event after(1) end transition;
    entry action n := 4; end entry;
  end Root;
end M;
"""


def chart_of(text: str) -> Chart:
    body = parse_source(SourceFile("M.mosila", text)).classes[0].definition.body
    assert isinstance(body, ast.Composition)
    return build_chart([section for section in body.sections if isinstance(section, ast.StatechartSection)])


def test_moves_say_what_is_left_run_and_entered_in_order() -> None:
    chart = chart_of(CHART)
    table, state = ChartTable(chart), {".".join(each.path): each.number for each in chart.states}
    root, inner, one, two, done = (state[name] for name in ("Root", "Root.nested", "Root.nested.one", "Root.nested.two", "Root.done"))
    start = table.start(RESTING)
    entry = chart.states[root].entry
    assert entry is not None
    assert start.operations == (
        Operation(Do.ENTER, root, root),
        Operation(Do.RUN, entry, root),
        Operation(Do.ENTER, inner, inner),
        Operation(Do.START, 0, inner),
        Operation(Do.ENTER, one, one),
    )
    assert start.after.active == (root, inner, one)
    last = table.move(start.after, 2)
    inside, action, leaving = chart.transitions[2].action, chart.transitions[0].action, chart.states[inner].exit
    assert inside is not None
    assert action is not None
    assert leaving is not None
    assert last.operations == (Operation(Do.LEAVE, one, one), Operation(Do.RUN, inside, one), Operation(Do.ENTER, two, two))
    assert table.move(last.after, 0).operations == (
        Operation(Do.LEAVE, two, two),
        Operation(Do.RUN, leaving, inner),
        Operation(Do.LEAVE, inner, inner),
        Operation(Do.STOP, 0, inner),
        Operation(Do.RUN, action, inner),
        Operation(Do.ENTER, done, done),
    )
    assert table.move(last.after, 0) is table.move(last.after, 0)


def test_transitions_that_wait_for_final_states_are_no_choice_before() -> None:
    chart = chart_of(CHART)
    table = ChartTable(chart)
    start = table.start(RESTING).after
    (root,) = table.choices(start)
    (inner,) = root.inner
    assert [each.number for each in inner.outgoing] == [1]
    assert [each.number for each in inner.inner[0].outgoing] == [2]
    ((inner,),) = (root.inner for root in table.choices(table.move(start, 2).after))
    assert [each.number for each in inner.outgoing] == [0, 1]
    assert inner.inner == ()
