"""Which configurations and structures a model can come to, whatever its guards say: a search without running it.

From the pair of configurations and structure after the first macrostep, every transition of an active state is taken, one
after the other; in its actions every branch is tried. What is found may never be reached in a run; what a run reaches
by one transition at a time is found, up to the bounds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import field, replace

import numpy as np

from mosila.charts.chart import Configuration
from mosila.charts.moves import is_complete
from mosila.charts.step import Machine, take_freely
from mosila.dataclass import dataclass
from mosila.diagnostics import MosilaError
from mosila.flat.program import Program
from mosila.instance.plan import (
    CELLS,
    Action,
    Assign,
    Attach,
    ChartPlan,
    Choose,
    Count,
    Create,
    Detach,
    Join,
    Leave,
    Part,
    Passes,
    Place,
    Point,
    Repeat,
    Visit,
    Wire,
)
from mosila.instance.structure import Structure
from mosila.runtime.conditions import alternatives
from mosila.runtime.dynamic_objects import DynamicObjects
from mosila.runtime.population import Population
from mosila.runtime.run_state import RunState
from mosila.source import Span

PAIRS, STRUCTURES, BRANCHES = 2000, 64, 64
"""The bounds: pairs looked at, different structures, ways through the actions of one transition."""


@dataclass(frozen=True, slots=True)
class Situation:
    """Where the charts are, and the structure."""

    configurations: tuple[Configuration, ...]
    structure: Structure
    held: tuple[object, ...] = ()
    """What tells the populations of two situations apart."""
    population: Population = field(default_factory=Population, compare=False)

    @staticmethod
    def of(state: RunState) -> Situation:
        """Where a run is."""
        return Situation(state.configurations, state.structure, state.population.key, state.population.copy())


@dataclass(frozen=True, slots=True)
class Assigned:
    """An assignment to a position by an action that runs in a structure."""

    structure: Structure
    position: int
    object: int
    span: Span


@dataclass(slots=True)
class Explored:
    """Structures in the order in which they were found, with the situation each was found in, and how it was come to."""

    structures: dict[Structure, Situation] = field(default_factory=dict)
    ways: dict[Structure, tuple[str, ...]] = field(default_factory=dict)
    assigned: set[Assigned] = field(default_factory=set)
    pairs: int = 0
    is_complete: bool = True


class _ImpossibleError(Exception):
    """A way on which an action would fail: it is not followed."""


class _FullError(Exception):
    """A way on which more objects would be created than the search has room for."""


class _LeftLoopError(Exception):
    """`break`."""


class _LeftActionError(Exception):
    """`return`."""


def reach(program: Program, machines: Sequence[Machine], first: Situation, most: int = STRUCTURES) -> Explored:
    """All situations that free guards lead to from the first one, nearest first."""
    explored = Explored()
    seen = {first}
    ways: dict[Situation, tuple[str, ...]] = {first: ()}
    pending = [first]
    for situation in pending:
        if situation.structure not in explored.structures and _can_stay(machines, situation):
            if len(explored.structures) >= most:
                explored.is_complete = False
                continue
            explored.structures[situation.structure] = situation
            explored.ways[situation.structure] = ways[situation]
        for label, following in _steps(program, machines, situation, explored):
            if following not in seen:
                if len(seen) >= PAIRS:
                    explored.is_complete = False
                    break
                seen.add(following)
                ways[following] = (*ways[situation], label)[-5:]
                pending.append(following)
    explored.pairs = len(seen)
    return explored


def next_structures(program: Program, machines: Sequence[Machine], first: Situation) -> Iterator[Structure]:
    """The structures in which a step from the first situation may end, nearest first; what cannot stay is passed."""
    explored = Explored()
    seen, pending, found = {first}, [first], {first.structure}
    for situation in pending:
        for _, following in _steps(program, machines, situation, explored):
            if following in seen or len(seen) >= PAIRS:
                continue
            seen.add(following)
            stays = _can_stay(machines, following)
            if stays and following.structure not in found:
                found.add(following.structure)
                yield following.structure
            if following.structure == first.structure or not stays:
                pending.append(following)


def _can_stay(machines: Sequence[Machine], situation: Situation) -> bool:
    """Whether no transition is sure to be taken at once: one without event and guard."""
    for machine, configuration in zip(machines, situation.configurations, strict=True):
        for state in map(machine.chart.states.__getitem__, configuration.active):
            for transition in map(machine.chart.transitions.__getitem__, state.outgoing):
                if transition.is_eventless and transition.guard is None and is_complete(machine.chart, configuration.active, state):
                    return False
    return True


def _steps(program: Program, machines: Sequence[Machine], situation: Situation, explored: Explored) -> Iterator[tuple[str, Situation]]:
    """The situations after each transition that an active state has."""
    for place, (machine, configuration) in enumerate(zip(machines, situation.configurations, strict=True)):
        for number in configuration.active:
            for transition in machine.chart.states[number].outgoing:
                label = ".".join((*machine.path, machine.chart.label(transition)))
                for following in _ways(program, machines, situation, place, transition, explored):
                    yield label, following
    for removed, added in alternatives(program.tree, situation.structure):
        label = ", ".join(map(program.tree.part_name, sorted(added or removed)))
        structure = situation.structure.with_parts(removed, False).with_parts(added, True)
        yield label if added else f"no {label}", replace(situation, structure=structure)


def _ways(
    program: Program, machines: Sequence[Machine], situation: Situation, place: int, transition: int, explored: Explored
) -> Iterator[Situation]:
    """One transition with every choice in its actions: choices made last are changed first."""
    choices: list[tuple[int, int]] = []
    for _ in range(BRANCHES):
        context = _FreeContext(program, situation, choices)
        if not context.is_active(machines[place].object):
            return
        try:
            configurations = take_freely(machines, situation.configurations, place, transition, context)
            context.objects.settle()
            explored.assigned |= context.assigned
            yield Situation.of(replace(context.state, configurations=configurations))
        except _ImpossibleError:
            pass
        except _FullError:
            explored.is_complete = False
        except MosilaError:  # an empty reference, or what is no member: an action that fails
            pass
        choices = context.made
        while choices and choices[-1][0] + 1 == choices[-1][1]:
            choices.pop()
        if not choices:
            return
        choices[-1] = (choices[-1][0] + 1, choices[-1][1])
    explored.is_complete = False


class _FreeContext:
    """The `Context` of a step without values: guards hold, branches are chosen by a list of choices."""

    limit = 1
    time = 0.0

    def __init__(self, program: Program, situation: Situation, choices: Iterable[tuple[int, int]]) -> None:
        self.program = program
        self.before = situation.structure
        cells = np.zeros(CELLS * program.tree.size + 1 if program.tree.pools else 1)
        self.state = RunState(cells, situation.structure, situation.configurations, population=situation.population.copy())
        self.objects = DynamicObjects(program, self.state, lambda formula, start: 0.0, has_slots=True)
        self.objects.grow = self._refuse_to_grow
        self.made: list[tuple[int, int]] = []
        self.assigned: set[Assigned] = set()
        self._given = list(choices)
        self._plans: dict[int, ChartPlan] = {m.position: m.plan.chart for m in program.tree.machines if m.plan.chart is not None}

    @property
    def structure(self) -> Structure:
        """The structure that the actions so far have made."""
        return self.state.structure

    @structure.setter
    def structure(self, structure: Structure) -> None:
        self.state.structure = structure

    def _refuse_to_grow(self, pool: int) -> None:
        raise _FullError

    def choose(self, count: int) -> int:
        """A number below count: as given, then 0."""
        place = len(self.made)
        chosen = self._given[place][0] if place < len(self._given) else 0
        self.made.append((chosen, count))
        return chosen

    def is_active(self, object: int) -> bool:
        """Whether an object takes part."""
        return all(each in self.structure.active for each in self.program.tree.behaviours_around(object))

    def guard(self, object: int, guard: int) -> bool:
        """Guards are free."""
        return True

    def duration(self, object: int, timer: int) -> float:
        """Timers are free."""
        return 0.0

    def entered(self, object: int, state: int) -> None:
        """Nothing is noted."""

    def left(self, object: int, state: int) -> None:
        """Nothing is noted."""

    def variable_name(self, variable: int) -> str:
        """What messages call a variable."""
        return self.program.tree.variable_name(variable)

    def run(self, object: int, action: int) -> Iterable[int]:
        """The changes of structure that an action makes."""
        with suppress(_LeftActionError):
            self._run(self._plans[object].actions[action], object)
        return ()

    def _is_there(self, position: int) -> bool:
        """Whether no statement before this one has taken off the object of a variable."""
        return all(first in self.structure.active for first in self.program.tree.behaviours_around(position))

    def _run(self, actions: Iterable[Action], start: int) -> None:
        for action in actions:
            match action:
                case Assign(targets=targets, span=span):
                    for target in targets:
                        if len(target.positions) == 1 and self._is_there(position := self._place(target, start)):
                            self.assigned.add(Assigned(self.before, position, start, span))
                case Attach(base=base, object=Create() as created):
                    home = start if base is None else self._object(base, start)
                    added = self.objects.create(created, start, home)
                    self.structure = self.structure.with_added(added, None if base is None else home)
                case Attach(base=base, object=Place() as object_):
                    added = self._object(object_, start)
                    is_loose = added in self.state.population.numbers and self.structure.base_of(added) is None and base is not None
                    self._require(is_loose or added not in self.structure.active)
                    self.structure = self.structure.with_added(added, None if base is None else self._object(base, start))
                case Point():
                    self.objects.point(action, start)
                case Join():
                    self.objects.join(action, start)
                case Part():
                    self.objects.part(action, start)
                case Visit(variable=variable, collection=collection, body=body):
                    for _ in self.objects.visit(collection, variable, start):
                        self._loop((body,), start)
                case Detach(base=base, object=object_):
                    removed = self._object(object_, start)
                    wanted = None if base is None else self._object(base, start)
                    self._require(removed in self.structure.active and self.structure.base_of(removed) == wanted)
                    self.structure = self.structure.with_removed(removed)
                case Wire(wires=wires, is_connected=is_connected):
                    for number in wires:
                        self._require(((start, number) in self.structure.wires) is not is_connected)
                        self.structure = self.structure.with_wire(start, number, is_connected)
                case Choose(branches=branches, otherwise=otherwise):
                    bodies = (*(body for _, body in branches), otherwise)
                    self._run(bodies[self.choose(len(bodies))], start)
                case Count(body=body) | Repeat(body=body):
                    self._loop((body,) * self.choose(2), start)
                case Passes(bodies=bodies):
                    self._loop(bodies, start)
                case Leave(everything=everything):
                    raise _LeftActionError if everything else _LeftLoopError
                case _:
                    pass

    def _loop(self, bodies: Iterable[tuple[Action, ...]], start: int) -> None:
        with suppress(_LeftLoopError):
            for body in bodies:
                self._run(body, start)

    def _place(self, place: Place, start: int) -> int:
        number = self.choose(len(place.positions)) if len(place.positions) > 1 else 0
        return self.objects.position(place.positions[number], start)

    def _object(self, place: Place, start: int) -> int:
        return self.objects.object(place, start, self._place(place, start))

    def _require(self, condition: bool) -> None:
        if not condition:
            raise _ImpossibleError
