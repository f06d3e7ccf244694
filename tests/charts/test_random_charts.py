"""Random charts: the table-driven step against a naive interpreter that works on the tree it was drawn as.

Both write down every action they run and every state they are in after each macrostep.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from mosila.charts.build import build_chart
from mosila.charts.chart import RESTING, Chart
from mosila.charts.moves import ChartTable
from mosila.charts.step import Machine, Offer, enter_initially, macrostep
from mosila.source import SourceFile
from mosila.syntax import ast
from mosila.syntax.parse import parse_source

EVENTS, GUARDS = 3, 4


@dataclass(eq=False)
class Arrow:
    """A transition between two sub-states, by their places."""

    source: int
    target: int
    events: tuple[int, ...]
    guard: int | None
    priority: int | None
    number: int = 0


@dataclass(eq=False)
class Node:
    """A state as it was drawn."""

    is_and: bool = False
    history: str = ""
    is_final: bool = False
    initial: int = 0
    children: list[Node] = field(default_factory=list)
    arrows: list[Arrow] = field(default_factory=list)
    number: int = 0
    parent: Node | None = None


@st.composite
def nodes(draw: st.DrawFn, depth: int = 0) -> Node:
    node = Node()
    if depth < 3 and (depth == 0 or draw(st.integers(0, 2)) == 0):
        node.is_and = draw(st.booleans()) if depth else False
        node.children = [draw(nodes(depth=depth + 1)) for _ in range(draw(st.integers(2, 3)))]
        if not node.is_and:
            node.history = draw(st.sampled_from(["", "", "history", "deepHistory"])) if depth else ""
            node.initial = draw(st.integers(0, len(node.children) - 1))
            for child in node.children:
                child.is_final = draw(st.integers(0, 2)) == 0
            node.arrows = draw(arrows(len(node.children)))
    return node


@st.composite
def arrows(draw: st.DrawFn, count: int) -> list[Arrow]:
    """Transitions without events lead to later states only, so that every macrostep ends."""
    found = []
    for _ in range(draw(st.integers(0, 2 * count))):
        source, target = draw(st.integers(0, count - 1)), draw(st.integers(0, count - 1))
        events = (
            tuple(draw(st.lists(st.integers(0, EVENTS - 1), max_size=2, unique=True)))
            if source < target
            else (draw(st.integers(0, EVENTS - 1)),)
        )
        guard = draw(st.none() | st.integers(0, GUARDS - 1))
        found.append(Arrow(source, target, events, guard, draw(st.none() | st.integers(0, 2))))
    return found


def numbered(root: Node) -> list[Node]:
    """All states in pre-order, numbered; transitions in the order of the states they stand in."""
    found: list[Node] = []
    pending = [root]
    while pending:
        node = pending.pop(0)
        node.number = len(found)
        found.append(node)
        for child in node.children:
            child.parent = node
        pending[:0] = node.children
    for number, arrow in enumerate(arrow for node in found for arrow in node.arrows):
        arrow.number = number
    return found


def chart_text(root: Node) -> str:
    """The chart as a modeller would write it; every action assigns a number of its own."""
    lines: list[str] = []

    def write(node: Node, name: str, indent: str) -> None:
        base = "AndState" if node.is_and else "State"
        lines.append(f"{indent}state {name} extends {base};")
        for place, child in enumerate(node.children):
            write(child, f"K{child.number}", indent + "  ")
            flags = ["isInitial = true"] if not node.is_and and place == node.initial else []
            flags += ["isFinal = true"] if child.is_final else []
            flags += [f"{child.history} = true"] if child.history else []
            lines.append(f"{indent}  K{child.number} s{child.number}({', '.join(flags)});")
        for arrow in node.arrows:
            source, target = (f"s{node.children[end].number}" for end in (arrow.source, arrow.target))
            events = " event " + ", ".join(f"e{each}" for each in arrow.events) if arrow.events else ""
            guard = f" guard g{arrow.guard}" if arrow.guard is not None else ""
            priority = f" priority {arrow.priority}" if arrow.priority is not None else ""
            lines.append(
                f"{indent}  transition {source} -> {target}{events}{guard}{priority} action n := {2000 + arrow.number}; end transition;"
            )
        lines.append(f"{indent}  entry action n := {node.number}; end entry;")
        lines.append(f"{indent}  exit action n := {1000 + node.number}; end exit;")
        lines.append(f"{indent}end {name};")

    write(root, "Root", "  ")
    return "model M\nstatechart\n" + "\n".join(lines) + "\nend M;\n"


class Naive:
    """The rules, taken literally, on the tree."""

    def __init__(self, root: Node) -> None:
        self.root = root
        self.states = numbered(root)
        self.active: set[Node] = set()
        self.last: dict[Node, Node] = {}
        self.trace: list[int] = []
        self.enter(root, deep=False)

    def run(self, events: set[int], guards: list[bool]) -> None:
        """A macrostep."""
        offered = set(events)
        while True:
            able = {state: arrow for state in self.states if state in self.active and (arrow := self.choice(state, offered, guards))}
            chosen = [state for state in able if not any(self.is_inside(other, state) for other in able)]
            if not chosen:
                return
            used: set[int] = set()
            for state in chosen:
                arrow = able[state]
                used.update(set(arrow.events) & offered)
                self.leave(state)
                self.trace.append(2000 + arrow.number)
                assert state.parent is not None
                self.enter(state.parent.children[arrow.target], deep=False)
            offered -= used

    def choice(self, state: Node, offered: set[int], guards: list[bool]) -> Arrow | None:
        """The transition that a state would take."""
        parent = state.parent
        if parent is None:
            return None
        own = [arrow for arrow in parent.arrows if parent.children[arrow.source] is state]
        able = [
            arrow
            for arrow in own
            if (set(arrow.events) & offered if arrow.events else self.is_complete(state)) and (arrow.guard is None or guards[arrow.guard])
        ]
        return min(able, key=lambda arrow: (arrow.priority is None, arrow.priority or 0, arrow.number), default=None)

    def is_complete(self, state: Node) -> bool:
        if state.is_and:
            return all(self.is_complete(child) for child in state.children)
        if not any(child.is_final for child in state.children):
            return True
        return any(child.is_final and child in self.active for child in state.children)

    def is_inside(self, state: Node, outer: Node) -> bool:
        above = state.parent
        while above is not None and above is not outer:
            above = above.parent
        return above is outer

    def leave(self, state: Node) -> None:
        for child in state.children:
            if child in self.active:
                self.leave(child)
                if not state.is_and:
                    self.last.pop(state, None)
                    if not child.is_final:
                        self.last[state] = child
        self.trace.append(1000 + state.number)
        self.active.remove(state)

    def enter(self, state: Node, deep: bool) -> None:
        self.active.add(state)
        self.trace.append(state.number)
        below = deep or state.history == "deepHistory"
        if state.is_and:
            for child in state.children:
                self.enter(child, below)
        elif state.children:
            first = state.children[state.initial]
            self.enter(self.last.get(state, first) if below or state.history else first, below)


class Recorder:
    """The context of the table-driven step."""

    def __init__(self, chart: Chart) -> None:
        self.chart = chart
        self.trace: list[int] = []
        self.guards: list[bool] = []
        self.limit = 1000
        self.time = 0.0

    def is_active(self, object: int) -> bool:
        return True

    def guard(self, object: int, guard: int) -> bool:
        written = self.chart.guards[guard]
        assert isinstance(written, ast.Reference)
        return self.guards[int(written.parts[0].name[1:])]

    def run(self, object: int, action: int) -> Iterable[int]:
        for statement in self.chart.actions[action]:
            assert isinstance(statement, ast.Assignment)
            assert isinstance(statement.value, ast.Literal)
            self.trace.append(int(statement.value.value))
        return ()

    def duration(self, object: int, timer: int) -> float:
        raise AssertionError

    def entered(self, object: int, state: int) -> None:
        pass

    def left(self, object: int, state: int) -> None:
        pass

    def variable_name(self, variable: int) -> str:
        raise AssertionError


def sections(text: str) -> Iterator[ast.StatechartSection]:
    body = parse_source(SourceFile("M.mosila", text)).classes[0].definition.body
    assert isinstance(body, ast.Composition)
    return (section for section in body.sections if isinstance(section, ast.StatechartSection))


# The parser raises the limit of recursion, which hypothesis would remark on.
list(sections("model M\nend M;"))


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(
    root=nodes(),
    steps=st.lists(
        st.tuples(st.sets(st.integers(0, EVENTS - 1)), st.lists(st.booleans(), min_size=GUARDS, max_size=GUARDS)), min_size=1, max_size=8
    ),
)
def test_the_step_does_what_the_rules_say(root: Node, steps: list[tuple[set[int], list[bool]]]) -> None:
    naive = Naive(root)
    chart = build_chart(list(sections(chart_text(root))))
    recorder = Recorder(chart)
    numbers = tuple(int(event.parts[0].name[1:]) for event in chart.events if isinstance(event, ast.Reference))
    machines = (Machine(0, ChartTable(chart), numbers),)
    recorder.guards = [False] * GUARDS
    configurations = enter_initially(machines, (RESTING,), recorder).configurations
    naive.run(set(), [False] * GUARDS)
    for events, guards in ((set[int](), [False] * GUARDS), *steps):
        recorder.guards = guards
        configurations = macrostep(machines, configurations, Offer(frozenset(events)), recorder).configurations
        naive.run(events, guards)
        assert recorder.trace == naive.trace
        assert configurations[0].active == tuple(sorted(state.number for state in naive.active))
