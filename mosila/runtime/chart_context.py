"""What charts ask of a run and do to it: guards, timers and actions on the cells of the run."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from mosila.charts.chart import RESTING
from mosila.charts.moves import ChartTable
from mosila.charts.step import Machine, Offer, Outcome, enter_initially, macrostep
from mosila.diagnostics import MosilaError
from mosila.diagnostics.actions import BAD_DURATION
from mosila.diagnostics.dynamic import ENDLESS_STARTS
from mosila.flat.program import Program
from mosila.instance.plan import CELLS, TIME_CELL, ChartPlan, Formula, IntArray, Variability, cell
from mosila.instance.structure import Structure
from mosila.instance.tree import InstanceTree
from mosila.runtime.actions import ActionRunner
from mosila.runtime.dynamic_objects import EvaluateFormula, EvaluateFormulas
from mosila.runtime.jumps import Jumps
from mosila.runtime.run_state import RunState

NEVER = 1e300
"""The end of a timer that does not run."""
CYCLE = 10
"""The longest cycle of charts that start one another which is told as such."""


class ChartContext:
    """The `Context` of the charts' steps on a run."""

    def __init__(self, program: Program, state: RunState, evaluate: EvaluateFormula, evaluate_all: EvaluateFormulas, limit: int) -> None:
        self.state = state
        self._limit = limit
        self._plans: dict[int, ChartPlan] = {}
        self.machines: tuple[Machine, ...] = ()
        self._timers: dict[tuple[int, int], int] = {}
        self._paused: dict[tuple[int, int], float] = {}
        self._enclosing: dict[int, frozenset[int]] = {}
        self._tables: dict[int, ChartTable] = {}
        self._read: dict[tuple[int, int], frozenset[int]] = {}
        self.take_machines(program.tree)
        self.actions = ActionRunner(program, state, evaluate, evaluate_all)
        self.evaluate = self.actions.evaluate
        self._jumps: Jumps | None = None
        self._jumping: dict[int, tuple[Formula, bool]] = {}

    @property
    def program(self) -> Program:
        """The program as large as the run has made it."""
        return self.actions.program

    def forget_machines(self) -> None:
        """Know no objects with charts any more."""
        self.machines = ()
        self.state.configurations = ()
        for known in (self._plans, self._timers, self._paused, self._enclosing, self._read):
            known.clear()
        self.actions.forget_places()

    def take_machines(self, tree: InstanceTree) -> None:
        """Take up the objects with charts that are not known yet; those of new slots come behind the others."""
        fresh = tree.machines[len(self.machines) :]
        for machine in fresh:
            start, plan = machine.position, _chart(machine.plan.chart)
            self._plans[start] = plan
            self._enclosing[start] = frozenset(tree.behaviours_around(start))
            table = self._tables.setdefault(id(plan.chart), ChartTable(plan.chart))
            events = tuple(tree.resolve_position(start + event.position) for event in plan.events)
            self.machines = (*self.machines, Machine(start, table, events, machine.path))
            for number, timer in enumerate(plan.timers):
                self._timers[start, number] = start + timer.end
                self.state.cells[cell(start + timer.end)] = NEVER
        missing = len(self.machines) - len(self.state.configurations)
        self.state.configurations = (*self.state.configurations, *(RESTING,) * missing)

    def begin_round(self, cells: IntArray, now: NDArray[np.float64]) -> None:
        """What has jumped in this round: actions see it as it was before, and guards as it is."""
        self._jumps = Jumps(self.state, cells, now) if len(cells) else None

    def _show_left(self) -> None:
        if self._jumps is not None:
            self._jumps.show(False)

    def step(self, events: frozenset[int]) -> Outcome:
        """One macrostep with these events on offer (positions of variables); charts that have become active are started."""
        timers = self._ended_timers()
        outcome = macrostep(self.machines, self.state.configurations, Offer(events, timers), self)
        for timer in timers:
            self._set_timer(timer, NEVER)
        self._finish(outcome)
        return self.start_resting(outcome)

    def start(self) -> Outcome:
        """The initial macrostep of all charts that are active."""
        return self.start_resting(Outcome(self.state.configurations))

    def start_resting(self, outcome: Outcome) -> Outcome:
        """The initial macrosteps of charts that have become active, after what was done already."""
        if all(configuration.active for configuration in self.state.configurations):
            return outcome
        taken, microsteps = outcome.taken, outcome.microsteps
        conflicts = outcome.conflicts
        rounds: list[tuple[int, ...]] = []
        while resting := self._resting():
            rounds.append(resting)
            if len(rounds) > self.limit:
                raise self._endless_starts(rounds)
            started = enter_initially(self.machines, self.state.configurations, self)
            self._finish(started)
            taken, conflicts = (*taken, *started.taken), (*conflicts, *started.conflicts)
            microsteps += started.microsteps
        return Outcome(self.state.configurations, taken, conflicts=conflicts, microsteps=microsteps)

    def _resting(self) -> tuple[int, ...]:
        """The objects that are active though their charts rest."""
        both = zip(self.machines, self.state.configurations, strict=True)
        return tuple(m.object for m, c in both if not c.is_entered and self.is_active(m.object))

    def _endless_starts(self, rounds: list[tuple[int, ...]]) -> MosilaError:
        """The error that names the shortest cycle of what started at the end of these rounds."""
        tree = self.program.tree
        titles = [tuple(self._title(each) for each in started) for started in rounds[-2 * CYCLE :]]
        length = next((n for n in range(1, CYCLE + 1) if titles[-n:] == titles[-2 * n : -n]), CYCLE)
        cycle = [title for started in titles[-length:] for title in started]
        last = rounds[-1][0]
        text = f"{' -> '.join((*cycle, cycle[0]))} still go on"
        path = () if tree.block_at(last) is not None else tree.object_path(last)
        span = tree.object_at(last).symbol.definition.span
        return MosilaError(ENDLESS_STARTS.at(span, path, time=f"{self.time:.10g}", limit=len(rounds) - 1, cycle=text))

    def _title(self, object_: int) -> str:
        """What messages call an object whose chart starts; one that an action has created by its class."""
        tree = self.program.tree
        return f"new {tree.object_at(object_).symbol.name}" if tree.block_at(object_) is not None else ".".join(tree.object_path(object_))

    def _finish(self, outcome: Outcome) -> None:
        """Configurations and timers after a macrostep; the charts of objects that were reset rest."""
        self._show_left()
        missing = len(self.machines) - len(outcome.configurations)
        self.state.configurations = (*outcome.configurations, *(RESTING,) * missing)
        if self.actions.dynamic.settle():
            self.actions.show_structure()
            self._rename()
        for key in outcome.stopped:
            self._set_timer(key, NEVER)
        for timer in outcome.started:
            self._set_timer((timer.object, timer.timer), self.time + timer.duration)
        restarted, self.state.restarting = self.state.restarting, set()
        if restarted:
            reset = {m.object for m in self.machines if not restarted.isdisjoint(self._enclosing[m.object])}
            self.state.configurations = tuple(
                RESTING if m.object in reset else c for m, c in zip(self.machines, self.state.configurations, strict=True)
            )
            for key in self._timers:
                if key[0] in reset:
                    self._paused.pop(key, None)
                    self._set_timer(key, NEVER)
        self._pause_timers()

    def _rename(self) -> None:
        """Call the objects with charts as the dynamic objects are called that they are in."""
        if self.has_dynamic_charts:
            tree = self.program.tree
            paths = [tree.object_path(each.object) for each in self.machines]
            both = zip(self.machines, paths, strict=True)
            self.machines = tuple(each if each.path == path else replace(each, path=path) for each, path in both)

    @cached_property
    def has_dynamic_charts(self) -> bool:
        """Whether objects with charts may be created."""
        return any(self.program.tree.block_at(machine.object) is not None for machine in self.machines)

    def _pause_timers(self) -> None:
        """A timer counts while its object is active."""
        for key, end in self._timers.items():
            until = float(self.state.cells[cell(end)])
            if not self.is_active(key[0]):
                if until < NEVER:
                    self._paused[key] = until - self.time
                    self._set_timer(key, NEVER)
            elif key in self._paused:
                self._set_timer(key, self.time + self._paused.pop(key))

    def _set_timer(self, key: tuple[int, int], end: float) -> None:
        position = self._timers[key]
        if self.state.cells[cell(position)] != end:
            self.state.cells[cell(position)] = end
            self.state.touched.add(position)

    def _ended_timers(self) -> frozenset[tuple[int, int]]:
        """The timers that have come to their end."""
        return frozenset(
            key
            for key, end in self._timers.items()
            if self.state.cells[cell(end)] < NEVER
            and self.state.cells[cell(key[0] + self._plans[key[0]].timers[key[1]].has_ended)] > 0.5
            and self.is_active(key[0])
        )

    @property
    def limit(self) -> int:
        """How many microsteps a macrostep may take."""
        return self._limit

    @property
    def time(self) -> float:
        """The time of the instant."""
        return float(self.state.cells[TIME_CELL])

    def is_active(self, object: int) -> bool:
        """Whether the object of a chart takes part; one that was just reset does so from the end of the macrostep on."""
        around, restarting = self._enclosing[object], self.state.restarting
        return around <= self.state.structure.active and (not restarting or around.isdisjoint(restarting))

    def guard(self, object: int, guard: int) -> bool:
        """The value of a guard now; what an action has assigned is compared anew."""
        plan = self._plans[object]
        is_touched = bool(self.state.assigned) and not self.state.assigned.isdisjoint(self._read_by(object, guard))
        formula = plan.plain_guards[guard] if is_touched else plan.guards[guard]
        if self._jumps is not None and self._may_jump(object, formula):
            self._jumps.show(True)
        return self.evaluate(formula, object) > 0.5

    def _may_jump(self, object_: int, formula: Formula) -> bool:
        """Whether a formula reads what varies continuously, other than through relations."""
        if id(formula) not in self._jumping:
            variability = self.program.attributes.variability[_positions_read(object_, formula)]
            self._jumping[id(formula)] = formula, bool((variability == Variability.CONTINUOUS).any())
        return self._jumping[id(formula)][1]

    def _read_by(self, object_: int, guard: int) -> frozenset[int]:
        """The positions that a guard reads."""
        found = self._read.get((object_, guard))
        if found is None:
            read = _positions_read(object_, self._plans[object_].plain_guards[guard])
            found = self._read[object_, guard] = frozenset(read.tolist())
        return found

    def duration(self, object: int, timer: int) -> float:
        """The T of `after(T)`, as an action would see it."""
        self._show_left()
        plan = self._plans[object]
        value = self.evaluate(plan.durations[timer], object)
        if not (math.isfinite(value) and value >= 0):
            state = f"state {'.'.join(plan.chart.states[plan.chart.timers[timer].state].path)}"
            path = self.program.tree.object_path(object)
            raise MosilaError(
                BAD_DURATION.at(plan.chart.durations[timer].span, path, time=f"{self.time:.10g}", state=state, value=f"{value:.6g}")
            )
        return value

    def entered(self, object: int, state: int) -> None:
        """`in(state)` holds from now on."""
        self._set_state(object, state, 1.0)

    def left(self, object: int, state: int) -> None:
        """`in(state)` holds no longer."""
        self._set_state(object, state, 0.0)

    def _set_state(self, object_: int, state: int, value: float) -> None:
        position = object_ + self._plans[object_].state_positions[state]
        self.state.cells[cell(position)] = value
        self.state.touched.add(position)

    def variable_name(self, variable: int) -> str:
        """What messages call a variable."""
        return self.program.tree.variable_name(variable)

    def run(self, object: int, action: int) -> Iterable[int]:
        """Run the statements of an action; answers the positions it assigned."""
        self._show_left()
        return self.actions.run(self._plans[object].actions[action], object)


def attached_positions(program: Program, structure: Structure) -> np.ndarray:
    """By position: whether it belongs to an object that is attached to a base."""
    attached = np.zeros(program.tree.size, dtype=np.bool_)
    for _, object_ in structure.attachments:
        attached[object_ : object_ + program.tree.behaviours[object_]] = True
    return attached


def _chart(plan: ChartPlan | None) -> ChartPlan:
    assert plan is not None, "a machine has a chart"
    return plan


def _positions_read(object_: int, formula: Formula) -> IntArray:
    """The positions that a formula of an object reads."""
    read: IntArray = formula.cells // CELLS + np.where(formula.relative, object_, 0)
    return read
