"""What charts ask of a run and do to it: guards and actions as compiled formulas on the cells of the run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

import numpy as np

from mosila.charts.step import Machine, Offer, Outcome, enter_initially, macrostep
from mosila.diagnostics import Code, MosilaError
from mosila.diagnostics.attachment import ADDED_TWICE, ASSIGNED_DETERMINED, NOT_ATTACHED
from mosila.flat.program import Program
from mosila.instance.plan import CELLS, TIME_CELL, Action, Assign, Attach, ChartPlan, Choose, Detach, Formula, cell
from mosila.instance.structure import Structure
from mosila.runtime.run_state import RunState
from mosila.source import Span

EvaluateFormula = Callable[[Formula, int], float]
"""The value of a formula for the object that starts at a position."""


@dataclass(frozen=True, slots=True)
class VariableClass:
    """The variables that one assignment sets: positions with the sign of each relative to the one assigned."""

    positions: tuple[int, ...]
    signs: tuple[float, ...]


FindClass = Callable[[int], VariableClass | str]
"""The class of a variable that an action assigns, or why it cannot be assigned."""


class ChartContext:
    """The `Context` of the charts' steps on a run."""

    def __init__(self, program: Program, state: RunState, evaluate: EvaluateFormula, limit: int) -> None:
        self.program = program
        self.state = state
        self.evaluate = evaluate
        self.find_class: FindClass = lambda position: VariableClass((position,), (1.0,))
        self._limit = limit
        self.machines = tuple(
            Machine(m.position, _chart(m.plan.chart).chart, tuple(m.position + e.position for e in _chart(m.plan.chart).events), m.path)
            for m in program.tree.machines
        )
        self._plans = {m.position: _chart(m.plan.chart) for m in program.tree.machines}
        self._enclosing = {m.position: _enclosing(program, m.position) for m in program.tree.machines}

    def step(self, events: frozenset[int]) -> Outcome:
        """One macrostep with these events on offer (positions of variables); charts that have become active are started."""
        outcome = macrostep(self.machines, self.state.configurations, Offer(events), self)
        self.state.configurations = outcome.configurations
        return self._start_resting(outcome)

    def start(self) -> Outcome:
        """The initial macrostep of all charts that are active."""
        return self._start_resting(Outcome(self.state.configurations))

    def _start_resting(self, outcome: Outcome) -> Outcome:
        taken, microsteps = outcome.taken, outcome.microsteps
        conflicts = outcome.conflicts
        while any(not c.is_entered and self.is_active(m.object) for m, c in zip(self.machines, self.state.configurations, strict=True)):
            started = enter_initially(self.machines, self.state.configurations, self)
            self.state.configurations = started.configurations
            taken, conflicts = (*taken, *started.taken), (*conflicts, *started.conflicts)
            microsteps += started.microsteps
        return Outcome(self.state.configurations, taken, conflicts=conflicts, microsteps=microsteps)

    @property
    def limit(self) -> int:
        """How many microsteps a macrostep may take."""
        return self._limit

    @property
    def time(self) -> float:
        """The time of the instant."""
        return float(self.state.cells[TIME_CELL])

    def is_active(self, object: int) -> bool:
        """Whether the object of a chart takes part."""
        return all(behaviour in self.state.structure.active for behaviour in self._enclosing[object])

    def guard(self, object: int, guard: int) -> bool:
        """The value of a guard now; what an action has assigned is compared anew."""
        plain = self._plans[object].plain_guards[guard]
        read = (plain.cells // CELLS + np.where(plain.relative, object, 0)).tolist()
        is_touched = not self.state.assigned.isdisjoint(read)
        return self.evaluate(plain if is_touched else self._plans[object].guards[guard], object) > 0.5

    def duration(self, object: int, timer: int) -> float:
        """Timers are refused when a chart is planned."""
        raise AssertionError(f"a timer ({timer}) in the chart of object {object}")

    def entered(self, object: int, state: int) -> None:
        """`in(state)` is refused when a chart is planned: nothing to note."""

    def left(self, object: int, state: int) -> None:
        """`in(state)` is refused when a chart is planned: nothing to note."""

    def variable_name(self, variable: int) -> str:
        """What messages call a variable."""
        return self.program.tree.variable_name(variable)

    def run(self, object: int, action: int) -> Iterable[int]:
        """Run the statements of an action; answers the positions it assigned."""
        return list(self._run(self._plans[object].actions[action], object))

    def _run(self, actions: tuple[Action, ...], start: int) -> Iterator[int]:
        for action in actions:
            match action:
                case Assign():
                    yield self._assign(action, start)
                case Attach():
                    self._attach(action, start)
                case Detach():
                    self._detach(action, start)
                case Choose():
                    chosen = next((body for test, body in action.branches if self.evaluate(test, start) > 0.5), action.otherwise)
                    yield from self._run(chosen, start)

    def _assign(self, action: Assign, start: int) -> int:
        position = start + action.target
        found = self.find_class(position)
        if isinstance(found, str):
            name = self.variable_name(position)
            path = self.program.tree.object_path(start)
            raise MosilaError(ASSIGNED_DETERMINED.at(action.span, path, when=f"at time {self.time:.10g} ", name=name, why=found))
        value = self.evaluate(action.value, start)
        for member, sign in zip(found.positions, found.signs, strict=True):
            self.state.cells[cell(member)] = sign * value
        self.state.assigned.update(found.positions)
        return position

    def _attach(self, action: Attach, start: int) -> None:
        structure, object_ = self.state.structure, start + action.object
        if object_ in structure.active:
            base = structure.base_of(object_)
            raise self._misplaced(
                ADDED_TWICE, action.span, start, object_, "active" if base is None else f"attached to `{self._name(base)}`"
            )
        self.state.structure = structure.with_added(object_, None if action.base is None else start + action.base)

    def _detach(self, action: Detach, start: int) -> None:
        structure, object_ = self.state.structure, start + action.object
        base = None if action.base is None else start + action.base
        if object_ not in structure.active or structure.base_of(object_) != base:
            raise self._misplaced(
                NOT_ATTACHED, action.span, start, object_, "active" if base is None else f"attached to `{self._name(base)}`"
            )
        self.state.structure = structure.with_removed(object_)

    def _misplaced(self, code: Code, span: Span, start: int, object_: int, where: str) -> MosilaError:
        path = self.program.tree.object_path(start)
        return MosilaError(code.at(span, path, time=f"{self.time:.10g}", object=self._name(object_), where=where))

    def _name(self, object_: int) -> str:
        return ".".join(self.program.tree.object_path(object_))


def object_names(program: Program, objects: Iterable[int]) -> tuple[str, ...]:
    """The paths of objects, in the order of the tree."""
    return tuple(".".join(program.tree.object_path(o)) for o in sorted(objects))


def attached_positions(program: Program, structure: Structure) -> np.ndarray:
    """By position: whether it belongs to an object that is attached to a base."""
    attached = np.zeros(program.tree.size, dtype=np.bool_)
    for _, object_ in structure.attachments:
        attached[object_ : object_ + program.tree.behaviours[object_]] = True
    return attached


def _chart(plan: ChartPlan | None) -> ChartPlan:
    assert plan is not None, "a machine has a chart"
    return plan


def _enclosing(program: Program, position: int) -> tuple[int, ...]:
    return tuple(first for first, size in program.tree.behaviours.items() if first <= position < first + size)
