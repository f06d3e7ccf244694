"""The run-to-completion step of the charts of a run: (configurations, events on offer) -> outcome.

A microstep chooses transitions in all charts on one snapshot, then runs them, and so on until none is enabled. The step is
pure: all it knows of the model it asks its `Context`, and all it changes it tells there or returns in the `Outcome`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from mosila.charts.chart import Chart, Configuration, History, Kind, State, Transition
from mosila.diagnostics import Diagnostic, MosilaError, ObjectPath
from mosila.diagnostics.structure import CONFLICT, ENDLESS_MACROSTEP, TWO_WRITERS

DEFAULT_LIMIT = 1000


class Context(Protocol):
    """What a step asks of the model and tells it; `object` is the number that the machine carries."""

    @property
    def limit(self) -> int:
        """How many microsteps this macrostep may take."""

    @property
    def time(self) -> float:
        """The time of the instant, for messages."""

    def is_active(self, object: int) -> bool:
        """Whether an object takes part: the chart of an inactive one rests. Asked at the start of every microstep."""

    def guard(self, object: int, guard: int) -> bool:
        """The value of a guard now. Guards of one microstep are asked before any of its actions runs."""

    def run(self, object: int, action: int) -> Iterable[int]:
        """Run an action now; answers which variables it assigned, as numbers that are equal for the same variable only."""

    def duration(self, object: int, timer: int) -> float:
        """The T of `after(T)`; asked when the timer starts, after the entry action of its state."""

    def entered(self, object: int, state: int) -> None:
        """A state is active from now on, before its entry action runs: `in(state)` holds."""

    def left(self, object: int, state: int) -> None:
        """A state is no longer active, after its exit action ran."""

    def variable_name(self, variable: int) -> str:
        """What messages call a variable that an action assigned."""


@dataclass(frozen=True, slots=True)
class Machine:
    """One object's chart; `events` gives each event of the chart its number in the run, the same for the same variable."""

    object: int
    chart: Chart
    events: tuple[int, ...] = ()
    path: ObjectPath = ()


@dataclass(frozen=True, slots=True)
class Offer:
    """What is on offer in a macrostep: events by their number in the run, expired timers as (object, timer)."""

    events: frozenset[int] = frozenset()
    timers: frozenset[tuple[int, int]] = frozenset()


@dataclass(frozen=True, slots=True)
class Taken:
    """A transition that was taken, in which microstep (from 1), and the events and timers that enabled it."""

    object: int
    transition: int
    microstep: int
    events: tuple[int, ...] = ()
    timers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class StartedTimer:
    """A timer that runs from now on."""

    object: int
    timer: int
    duration: float


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two transitions of one state that were enabled together with nothing to choose by but their order."""

    object: int
    taken: int
    passed: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a macrostep did. The timers in `stopped` are to be stopped before those in `started` are started."""

    configurations: tuple[Configuration, ...]
    taken: tuple[Taken, ...] = ()
    started: tuple[StartedTimer, ...] = ()
    stopped: tuple[tuple[int, int], ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    microsteps: int = 0


class EndlessMacrostep(MosilaError):
    """The charts did not come to rest; `cycle` holds what they do over and over, or did last."""

    def __init__(self, diagnostic: Diagnostic, cycle: tuple[Taken, ...]) -> None:
        self.cycle = cycle
        super().__init__(diagnostic)


def macrostep(machines: Sequence[Machine], configurations: Sequence[Configuration], offer: Offer, context: Context) -> Outcome:
    """Step all charts, in the order of the object tree, until no transition is enabled; what is left of the offer is lost."""
    return _Macrostep(machines, configurations, offer, context).finish()


def enter_initially(machines: Sequence[Machine], configurations: Sequence[Configuration], context: Context) -> Outcome:
    """Enter the charts that rest though their object is active, then run all to completion without events."""
    step = _Macrostep(machines, configurations, Offer(), context)
    step.enter_resting()
    return step.finish()


def take_freely(
    machines: Sequence[Machine], configurations: Sequence[Configuration], place: int, transition: int, context: Context
) -> tuple[Configuration, ...]:
    """Take one transition of the machine at a place, whatever its guard and events, and start the charts that rest; nothing more."""
    step = _Macrostep(machines, configurations, Offer(), context)
    step.take(step.running[place], machines[place].chart.transitions[transition])
    step.enter_resting()
    return tuple(running.freeze() for running in step.running)


def describe_conflict(machine: Machine, conflict: Conflict) -> Diagnostic:
    """The warning about a conflict."""
    taken, passed = (machine.chart.transitions[n] for n in (conflict.taken, conflict.passed))
    state = f"state {'.'.join(machine.chart.states[taken.source].path)}"
    related = [(taken.span, "taken")]
    return CONFLICT.at(passed.span, machine.path, related=related, first=taken.name, second=passed.name, state=state)


@dataclass(slots=True)
class _Running:
    """One machine in the midst of a macrostep."""

    machine: Machine
    before: Configuration
    active: set[int]
    history: dict[int, int]
    has_moved: bool = False

    def freeze(self) -> Configuration:
        if not self.has_moved:
            return self.before
        return Configuration(tuple(sorted(self.active)), tuple(sorted(self.history.items())))


class _Macrostep:
    def __init__(self, machines: Sequence[Machine], configurations: Sequence[Configuration], offer: Offer, context: Context) -> None:
        self.context = context
        self.limit = context.limit
        self.events = set(offer.events)
        self.timers = set(offer.timers)
        self.running = [_Running(m, c, set(c.active), dict(c.history)) for m, c in zip(machines, configurations, strict=True)]
        self.taken: list[Taken] = []
        self.started: dict[tuple[int, int], float] = {}
        self.stopped: dict[tuple[int, int], None] = {}
        self.conflicts: dict[Conflict, None] = {}
        self.microstep = 0
        self.trace: list[tuple[Configuration, ...]] = []
        # Who assigned what in this microstep: (object, variable) -> (state in whose region it happened, action).
        self.writers: dict[tuple[int, int], list[tuple[int, int]]] = {}

    def enter_resting(self) -> None:
        for running in self.running:
            if not running.active and self.context.is_active(running.machine.object):
                for root in running.machine.chart.roots:
                    self.enter(running, root)

    def finish(self) -> Outcome:
        while chosen := [(r, t) for r in self.running for t in self.choose_in(r)]:
            # An ordinary step is over long before its cycle could be of interest.
            if self.microstep >= self.limit // 2:
                self.trace.append(tuple(r.freeze() for r in self.running))
            if self.microstep >= self.limit:
                raise self.endless()
            self.microstep += 1
            self.writers.clear()
            used = [self.take(running, transition) for running, transition in chosen]
            self.events.difference_update(*used)
        return Outcome(
            configurations=tuple(r.freeze() for r in self.running),
            taken=tuple(self.taken),
            started=tuple(StartedTimer(o, t, duration) for (o, t), duration in self.started.items()),
            stopped=tuple(self.stopped),
            conflicts=tuple(self.conflicts),
            microsteps=self.microstep,
        )

    def choose_in(self, running: _Running) -> list[Transition]:
        if not running.active or not self.context.is_active(running.machine.object):
            return []
        return [t for root in running.machine.chart.roots for t in self.choose(running, running.machine.chart.states[root])]

    def choose(self, running: _Running, state: State) -> list[Transition]:
        """Transitions of the active states in a state, the regions in order; its own only if there are none inside."""
        chart = running.machine.chart
        inner = [t for c in state.children if c in running.active for t in self.choose(running, chart.states[c])]
        if inner or not state.outgoing:
            return inner
        enabled = [t for n in state.outgoing if self.is_enabled(running, state, t := chart.transitions[n])]
        for passed in enabled[1:]:
            if passed.priority == enabled[0].priority:
                self.conflicts[Conflict(running.machine.object, enabled[0].number, passed.number)] = None
        return enabled[:1]

    def is_enabled(self, running: _Running, state: State, transition: Transition) -> bool:
        machine = running.machine
        if transition.is_eventless:
            if not is_complete(machine.chart, running.active, state):
                return False
        elif not any(self.enabling(machine, transition)):
            return False
        return transition.guard is None or self.context.guard(machine.object, transition.guard)

    def enabling(self, machine: Machine, transition: Transition) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The events and the timers on offer that a transition waits for."""
        events = tuple(machine.events[e] for e in transition.events if machine.events[e] in self.events)
        timers = tuple(t for t in transition.timers if (machine.object, t) in self.timers)
        return events, timers

    def take(self, running: _Running, transition: Transition) -> tuple[int, ...]:
        """Run a transition; answers the events that enabled it."""
        machine = running.machine
        events, timers = self.enabling(machine, transition)
        self.taken.append(Taken(machine.object, transition.number, self.microstep, events, timers))
        self.leave(running, transition.source)
        self.run(running, transition.source, transition.action)
        self.enter(running, transition.target)
        return events

    def leave(self, running: _Running, number: int) -> None:
        chart, name = running.machine.chart, running.machine.object
        state = chart.states[number]
        inside = [c for c in state.children if c in running.active]
        for child in inside:
            self.leave(running, child)
        self.run(running, number, state.exit)
        running.active.remove(number)
        running.has_moved = True
        self.context.left(name, number)
        for timer in state.timers:
            self.timers.discard((name, timer))
            if self.started.pop((name, timer), None) is None:
                self.stopped[name, timer] = None
        if state.remembers:
            running.history.pop(number, None)
            # A composite that was left in a final state has nothing to resume.
            if not chart.states[inside[0]].is_final:
                running.history[number] = inside[0]

    def enter(self, running: _Running, number: int, deep: bool = False) -> None:
        name = running.machine.object
        state = running.machine.chart.states[number]
        running.active.add(number)
        running.has_moved = True
        self.context.entered(name, number)
        self.run(running, number, state.entry)
        for timer in state.timers:
            self.started[name, timer] = self.context.duration(name, timer)
        resumes = deep or state.history is not History.NONE
        deep = deep or state.history is History.DEEP
        if state.kind is Kind.AND:
            for child in state.children:
                self.enter(running, child, deep)
        elif state.kind is Kind.XOR:
            assert state.initial is not None
            child = running.history.get(number, state.initial) if resumes else state.initial
            self.enter(running, child, deep)

    def run(self, running: _Running, state: int, action: int | None) -> None:
        """Run an action that belongs to the region of a state; no parallel region may assign the same variables."""
        if action is None:
            return
        machine = running.machine
        for variable in self.context.run(machine.object, action):
            earlier = self.writers.setdefault((machine.object, variable), [])
            for other, first in earlier:
                if are_parallel(machine.chart, other, state):
                    raise MosilaError(self.describe_writers(machine, variable, (other, first), (state, action)))
            earlier.append((state, action))

    def describe_writers(self, machine: Machine, variable: int, first: tuple[int, int], second: tuple[int, int]) -> Diagnostic:
        chart = machine.chart
        titles = [f"state {'.'.join(chart.states[state].path)}" for state, _ in (first, second)]
        return TWO_WRITERS.at(
            chart.action_spans[second[1]],
            machine.path,
            related=[(chart.action_spans[first[1]], "the other assignment")],
            time=f"{self.context.time:.10g}",
            variable=self.context.variable_name(variable),
            first=titles[0],
            second=titles[1],
        )

    def endless(self) -> EndlessMacrostep:
        """The error that names the shortest cycle at the end of the trace, or what was done last."""
        *earlier, last = self.trace
        length = next((n for n, configurations in enumerate(reversed(earlier), 1) if configurations == last), 10)
        cycle = tuple(t for t in self.taken if t.microstep > self.microstep - length)
        machines = {r.machine.object: r.machine for r in self.running}
        first = machines[cycle[0].object]
        arrows = []
        for taken in cycle:
            chart = machines[taken.object].chart
            transition = chart.transitions[taken.transition]
            prefix = (*machines[taken.object].path, *chart.states[transition.source].path)
            arrows.append(f"{'.'.join(prefix)} -> {chart.states[transition.target].name}")
        span = first.chart.transitions[cycle[0].transition].span
        time = f"{self.context.time:.10g}"
        diagnostic = ENDLESS_MACROSTEP.at(span, first.path, time=time, limit=self.microstep, cycle=", ".join(arrows))
        return EndlessMacrostep(diagnostic, cycle)


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
