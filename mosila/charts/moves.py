"""(Chart, configuration) -> which transitions may leave it and what each of them does, as tables that are made once.

What a step does to states, actions and timers depends on the configuration alone. So a step only asks guards, looks up and
follows lists of operations on numbers.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from enum import IntEnum
from itertools import combinations
from typing import Final, NamedTuple, TypeVar

from mosila.charts.chart import Chart, Configuration, History, Kind, State, Transition
from mosila.dataclass import dataclass

Key = TypeVar("Key")
Item = TypeVar("Item")
KEPT: Final = 4096
"""Configurations and moves that are remembered of a chart."""


class Do(IntEnum):
    """What an operation of a move does."""

    LEAVE = 0
    ENTER = 1
    RUN = 2
    STOP = 3
    START = 4


class Operation(NamedTuple):
    """`number` is that of a state (LEAVE, ENTER), of an action that belongs to the region of `state` (RUN), or of a timer (STOP, START)."""

    kind: Do
    number: int
    state: int


@dataclass(frozen=True, slots=True)
class Choice:
    """An active state: its own transitions are considered if none of those inside is enabled; the regions are in order."""

    inner: tuple[Choice, ...]
    outgoing: tuple[Transition, ...]
    """In the order in which they are considered, without those that wait for final sub-states."""


@dataclass(frozen=True, slots=True)
class Move:
    """What is done, in order, and where the chart is after it."""

    operations: tuple[Operation, ...]
    after: Configuration
    is_parallel: bool
    """Whether actions of parallel regions run in it."""


@dataclass(slots=True, eq=False)
class ChartTable:
    """What is known of a chart so far; `chart` says the rest."""

    chart: Chart
    _choices: dict[Configuration, tuple[Choice, ...]] = field(default_factory=dict)
    _moves: dict[tuple[Configuration, int], Move] = field(default_factory=dict)
    _starts: dict[Configuration, Move] = field(default_factory=dict)

    def choices(self, configuration: Configuration) -> tuple[Choice, ...]:
        """The active states with transitions in them, one for each root that has any."""
        found = self._choices.get(configuration)
        if found is None:
            found = _choices(self.chart, self.chart.roots, configuration.active)
            _keep(self._choices, configuration, found)
        return found

    def move(self, configuration: Configuration, transition: int) -> Move:
        """What a transition does."""
        found = self._moves.get((configuration, transition))
        if found is None:
            path = _Path(self.chart, configuration)
            path.take(self.chart.transitions[transition])
            found = path.move()
            _keep(self._moves, (configuration, transition), found)
        return found

    def start(self, configuration: Configuration) -> Move:
        """What entering all roots does."""
        found = self._starts.get(configuration)
        if found is None:
            path = _Path(self.chart, configuration)
            for root in self.chart.roots:
                path.enter(root)
            found = path.move()
            _keep(self._starts, configuration, found)
        return found


def _keep(known: dict[Key, Item], key: Key, item: Item) -> None:
    if len(known) >= KEPT:
        known.clear()
    known[key] = item


def _choices(chart: Chart, states: Iterable[int], active: tuple[int, ...]) -> tuple[Choice, ...]:
    found = []
    for state in (chart.states[number] for number in states if number in active):
        inner = _choices(chart, state.children, active)
        leaving = (chart.transitions[number] for number in state.outgoing)
        outgoing = tuple(each for each in leaving if not each.is_eventless or is_complete(chart, active, state))
        if inner or outgoing:
            found.append(Choice(inner, outgoing))
    return tuple(found)


class _Path:
    """Writes down what is done on the way from one configuration to another."""

    def __init__(self, chart: Chart, configuration: Configuration) -> None:
        self.chart = chart
        self.active = set(configuration.active)
        self.history = dict(configuration.history)
        self.operations: list[Operation] = []

    def move(self) -> Move:
        after = Configuration(tuple(sorted(self.active)), tuple(sorted(self.history.items())))
        ran = {each.state for each in self.operations if each.kind is Do.RUN}
        is_parallel = any(are_parallel(self.chart, one, other) for one, other in combinations(sorted(ran), 2))
        return Move(tuple(self.operations), after, is_parallel)

    def take(self, transition: Transition) -> None:
        self.leave(transition.source)
        self.run(transition.action, transition.source)
        self.enter(transition.target)

    def leave(self, number: int) -> None:
        state = self.chart.states[number]
        inside = [child for child in state.children if child in self.active]
        for child in inside:
            self.leave(child)
        self.run(state.exit, number)
        self.active.remove(number)
        self.operations.append(Operation(Do.LEAVE, number, number))
        self.operations += (Operation(Do.STOP, timer, number) for timer in state.timers)
        if state.remembers:
            self.history.pop(number, None)
            # A composite that was left in a final state has nothing to resume.
            if not self.chart.states[inside[0]].is_final:
                self.history[number] = inside[0]

    def enter(self, number: int, deep: bool = False) -> None:
        state = self.chart.states[number]
        self.active.add(number)
        self.operations.append(Operation(Do.ENTER, number, number))
        self.run(state.entry, number)
        self.operations += (Operation(Do.START, timer, number) for timer in state.timers)
        resumes = deep or state.history is not History.NONE
        deep = deep or state.history is History.DEEP
        if state.kind is Kind.AND:
            for child in state.children:
                self.enter(child, deep)
        elif state.kind is Kind.XOR:
            assert state.initial is not None
            self.enter(self.history.get(number, state.initial) if resumes else state.initial, deep)

    def run(self, action: int | None, state: int) -> None:
        if action is not None:
            self.operations.append(Operation(Do.RUN, action, state))


def is_complete(chart: Chart, active: Iterable[int], state: State) -> bool:
    """Whether eventless transitions may leave a state: its final sub-states, if it has any, are reached."""
    if not state.completes:
        return True
    inner = [chart.states[c] for c in state.children if c in active]
    if state.kind is Kind.XOR:
        return inner[0].is_final
    return all(is_complete(chart, active, child) for child in inner)


def are_parallel(chart: Chart, one: int, other: int) -> bool:
    """Whether two states lie in different regions: of one AND state, or of different roots."""
    outer: int | None = one
    while outer is not None and not chart.contains(outer, other):
        outer = chart.states[outer].parent
    return outer is None or (outer not in (one, other) and chart.states[outer].kind is Kind.AND)
