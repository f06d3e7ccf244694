"""The run-to-completion step of the charts of a run: (configurations, events on offer) -> outcome.

A microstep chooses transitions in all charts on one snapshot, then runs them, and so on until none is enabled. The step is
pure: all it knows of the model it asks its `Context`, and all it changes it tells there or returns in the `Outcome`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from mosila.charts.chart import Chart, Configuration, Transition
from mosila.charts.moves import ChartTable, Choice, Do, Move, are_parallel
from mosila.dataclass import dataclass
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
    table: ChartTable
    """Objects of one class share it."""
    events: tuple[int, ...] = ()
    path: ObjectPath = ()

    @property
    def chart(self) -> Chart:
        """The chart itself."""
        return self.table.chart


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
    step.take(place, machines[place].chart.transitions[transition], False)
    step.enter_resting()
    return tuple(step.configurations)


def describe_conflict(machine: Machine, conflict: Conflict) -> Diagnostic:
    """The warning about a conflict."""
    taken, passed = (machine.chart.transitions[n] for n in (conflict.taken, conflict.passed))
    state = f"state {'.'.join(machine.chart.states[taken.source].path)}"
    related = [(taken.span, "taken")]
    return CONFLICT.at(passed.span, machine.path, related=related, first=taken.name, second=passed.name, state=state)


class _Macrostep:
    def __init__(self, machines: Sequence[Machine], configurations: Sequence[Configuration], offer: Offer, context: Context) -> None:
        self.context = context
        self.limit = context.limit
        self.events = set(offer.events)
        self.timers = set(offer.timers)
        self.machines = machines
        self.configurations = list(configurations)
        self.taken: list[Taken] = []
        self.started: dict[tuple[int, int], float] = {}
        self.stopped: dict[tuple[int, int], None] = {}
        self.conflicts: dict[Conflict, None] = {}
        self.microstep = 0
        self.trace: list[tuple[Configuration, ...]] = []
        # Who assigned what in this microstep: (object, variable) -> (state in whose region it happened, action).
        self.writers: dict[tuple[int, int], list[tuple[int, int]]] = {}

    def enter_resting(self) -> None:
        for place, machine in enumerate(self.machines):
            configuration = self.configurations[place]
            if not configuration.is_entered and self.context.is_active(machine.object):
                self.follow(place, machine.table.start(configuration), False)

    def finish(self) -> Outcome:
        while chosen := [(place, found) for place in range(len(self.machines)) if (found := self.choose_in(place))]:
            # An ordinary step is over long before its cycle could be of interest.
            if self.microstep >= self.limit // 2:
                self.trace.append(tuple(self.configurations))
            if self.microstep >= self.limit:
                raise self.endless()
            self.microstep += 1
            self.writers.clear()
            used = [self.take(place, each, len(found) > 1) for place, found in chosen for each in found]
            self.events.difference_update(*used)
        return Outcome(
            configurations=tuple(self.configurations),
            taken=tuple(self.taken),
            started=tuple(StartedTimer(o, t, duration) for (o, t), duration in self.started.items()),
            stopped=tuple(self.stopped),
            conflicts=tuple(self.conflicts),
            microsteps=self.microstep,
        )

    def choose_in(self, place: int) -> list[Transition]:
        machine = self.machines[place]
        choices = machine.table.choices(self.configurations[place])
        if not choices or not self.context.is_active(machine.object):
            return []
        return [t for each in choices for t in self.choose(machine, each)]

    def choose(self, machine: Machine, choice: Choice) -> list[Transition]:
        """Transitions of the active states in a state, the regions in order; its own only if there are none inside."""
        inner = [t for each in choice.inner for t in self.choose(machine, each)]
        if inner:
            return inner
        enabled = [t for t in choice.outgoing if self.is_enabled(machine, t)]
        for passed in enabled[1:]:
            if passed.priority == enabled[0].priority:
                self.conflicts[Conflict(machine.object, enabled[0].number, passed.number)] = None
        return enabled[:1]

    def is_enabled(self, machine: Machine, transition: Transition) -> bool:
        if (transition.events or transition.timers) and not any(self.enabling(machine, transition)):
            return False
        return transition.guard is None or self.context.guard(machine.object, transition.guard)

    def enabling(self, machine: Machine, transition: Transition) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The events and the timers on offer that a transition waits for."""
        events = tuple([machine.events[e] for e in transition.events if machine.events[e] in self.events])
        timers = tuple([t for t in transition.timers if (machine.object, t) in self.timers])
        return events, timers

    def take(self, place: int, transition: Transition, is_parallel: bool) -> tuple[int, ...]:
        """Run a transition; answers the events that enabled it."""
        machine = self.machines[place]
        events, timers = self.enabling(machine, transition)
        self.taken.append(Taken(machine.object, transition.number, self.microstep, events, timers))
        self.follow(place, machine.table.move(self.configurations[place], transition.number), is_parallel)
        return events

    def follow(self, place: int, move: Move, is_parallel: bool) -> None:
        """Do what a move says; `is_parallel`: other regions of the chart move in this microstep too."""
        machine, context = self.machines[place], self.context
        object_ = machine.object
        is_parallel = is_parallel or move.is_parallel
        for kind, number, state in move.operations:
            if kind == Do.RUN:
                assigned = context.run(object_, number)
                if is_parallel:
                    self.note_writer(machine, number, state, assigned)
            elif kind == Do.LEAVE:
                context.left(object_, number)
            elif kind == Do.ENTER:
                context.entered(object_, number)
            elif kind == Do.START:
                self.started[object_, number] = context.duration(object_, number)
            else:
                self.timers.discard((object_, number))
                if self.started.pop((object_, number), None) is None:
                    self.stopped[object_, number] = None
        self.configurations[place] = move.after

    def note_writer(self, machine: Machine, action: int, state: int, assigned: Iterable[int]) -> None:
        """No two parallel regions may assign the same variable in one microstep."""
        for variable in assigned:
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
        machines = {machine.object: machine for machine in self.machines}
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
