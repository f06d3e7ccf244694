"""A run in steps: advanced to a time, looked at and changed there, saved and gone on with from what was saved."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from mosila.charts.chart import Configuration
from mosila.codegen.structure import StructureCode
from mosila.dataclass import dataclass
from mosila.diagnostics import MosilaError
from mosila.diagnostics.internal import BAD_OPTION
from mosila.instance.plan import CELLS
from mosila.instance.structure import Structure
from mosila.options import MOST_INTERVALS
from mosila.runtime.choose_states import choose_at_start
from mosila.runtime.execute import STOPPED, Execution, StopSimulation
from mosila.runtime.explain_failure import explain_failure
from mosila.runtime.initial_values import compute_parameters
from mosila.runtime.population import Population
from mosila.runtime.variable_classes import find_variable_class
from mosila.solvers.outcomes import Outcome

REACHED = "stop time reached"
FAILED = "failed"
RUN_FIELDS = ("start", "stop", "intervals", "time", "next_point", "steps", "events", "restarts", "residuals", "jacobians")


@dataclass(frozen=True, slots=True, eq=False)
class Snapshot:
    """Everything from which a run goes on: values by object, structure, charts, the grid, and the tables derived so far."""

    cells: NDArray[np.float64]
    flags: NDArray[np.uint8]
    structure: Structure
    configurations: tuple[Configuration, ...]
    begun: frozenset[int]
    population: Population
    numbers: dict[str, float]
    """Fields of the C runtime's run."""
    given: dict[int, float]
    visited: dict[bytes, int]
    derived: dict[Structure, StructureCode]


class Stepper(Execution):
    """An execution that is driven from outside."""

    outcome: Outcome = Outcome.GO_ON
    has_begun = False

    @property
    def is_over(self) -> bool:
        """Whether a script or events that pile up have ended the run."""
        return self.stop_reason != REACHED

    def begin(self) -> None:
        """The initial instant, up to its right limit."""
        self.has_begun = True
        self.run.native.pause = self.run.time
        with self.model.stopwatch.stage("initialise"):
            self.outcome = self._start()
        self._go_on()

    def advance(self, until: float) -> None:
        """Go on to a time; events at it have happened then."""
        if until > self.run.native.stop:
            self._extend(until)
        self.run.native.pause = until
        self._go_on()

    def intervene(self, change: Callable[[], None]) -> None:
        """Let `change` write to the cells at this moment; it is then an instant with both limits."""
        self._open_instant()
        self.compiled.simulation.scatter(self.run)
        self._detach_cells()
        change()
        self.outcome = self._resume_changed()
        self._go_on()

    def fire(self, events: frozenset[int]) -> None:
        """Offer events, by position of their variables, to all charts."""
        self._open_instant()
        self._detach_cells()
        self.outcome = self._step_charts(events)
        self._go_on()

    def set_parameter(self, position: int, value: float) -> None:
        """Another value of a parameter, within `intervene`; parameters that depend on it follow."""
        self.given[position] = value
        compute_parameters(self.model, self.state.cells, self.given)

    def save(self, mark: Callable[[], None]) -> Snapshot:
        """What this run goes on from: the solver starts anew here too, so that both agree to the last bit.

        `mark` is called when everything up to the snapshot is recorded.
        """
        self._open_instant()
        self.compiled.simulation.scatter(self.run)
        self._keep_rows()
        mark()
        snapshot = Snapshot(
            cells=self.state.cells.copy(),
            flags=self.run.flags.copy(),
            structure=self.state.structure,
            configurations=self.state.configurations,
            begun=self.state.begun,
            population=self.state.population.copy(),
            numbers={name: getattr(self.run.native, name) for name in RUN_FIELDS},
            given=dict(self.given),
            visited=dict(self.model.visited),
            derived={each: code for each, code in self.model.derived.items() if each.digest in self.model.visited},
        )
        self.restore(snapshot)
        return snapshot

    def restore(self, snapshot: Snapshot) -> None:
        """Go on from a snapshot, of this run or another one of the same model."""
        self.has_begun = True
        self.model.forget_runs()
        self.model.adopt(snapshot.derived)
        self.model.visited.update(snapshot.visited)
        self.log.visited.update(snapshot.visited.values())
        self._resize(snapshot.structure.growth)
        self.run.set_cells(snapshot.cells.copy())
        self.run.flags[:] = snapshot.flags
        self.state.cells = self.run.cells
        self.state.population = snapshot.population.copy()
        self.model.program.tree.names.update((start, life.path) for start, life in snapshot.population.lives.items())
        self.state.structure, self.state.configurations = snapshot.structure, snapshot.configurations
        self.state.begun = snapshot.begun
        self.state.assigned.clear()
        self.given = dict(snapshot.given)
        native = self.run.native
        for name, value in snapshot.numbers.items():
            setattr(native, name, value)
        native.round, native.initial, native.fresh, native.interrupt, native.count = 0, 0, 1, 0, 0
        native.pause = native.time
        self.stop_reason = REACHED
        self.compiled = choose_at_start(self.model, self.model.structure(snapshot.structure), self.run)
        self.charts.actions.take_classes(find_variable_class(self.compiled.system))
        self.outcome = self.compiled.simulation.enter(self.run)
        self._begin_rows()
        self._go_on()

    def _resize(self, growth: tuple[int, ...]) -> None:
        """Have as much room for dynamic objects as a snapshot had."""
        if self.state.structure.growth != growth:
            self.state.cells = self.charts.actions.dynamic.take_program(self.model.grow(growth))
            self.charts.forget_machines()
            self.charts.take_machines(self.model.program.tree)

    def value(self, position: int) -> float:
        """A variable now; NaN while its object is not active."""
        if not self.compiled.active[position]:
            return math.nan
        place, sign = self.compiled.code.layout.place(CELLS * position)
        return float(sign * self.compiled.simulation.values[place] if place >= 0 else self.state.cells[CELLS * position])

    def _go_on(self) -> None:
        is_fine = False
        try:
            self.outcome = self._drive(self.outcome)
            is_fine = True
        except StopSimulation:
            self.stop_reason = STOPPED
            self._keep_rows()
            is_fine = True
        finally:
            if not is_fine:
                self.stop_reason = FAILED
        if self.outcome is Outcome.PAUSED:
            self.outcome = Outcome.GO_ON
        if self.outcome is Outcome.INTERRUPTED:
            self.run.interrupt(False)
            self.outcome, self.stop_reason = Outcome.GO_ON, REACHED
            raise KeyboardInterrupt

    def _open_instant(self) -> None:
        outcome = self.compiled.simulation.intervene(self.run)
        if outcome is Outcome.FULL:
            self._keep_rows()
            outcome = self.compiled.simulation.intervene(self.run)
        if outcome is Outcome.ERROR:
            raise MosilaError(explain_failure(self.compiled))

    def _detach_cells(self) -> None:
        """Rows recorded so far keep the cells as they are; what is written from now on goes to others."""
        self.run.set_cells(self.state.cells.copy())
        self.state.cells = self.run.cells

    def _extend(self, until: float) -> None:
        """Move the stop time by whole output intervals, so that the output times stay."""
        native = self.run.native
        step = (native.stop - native.start) / native.intervals if native.stop > native.start else 1.0
        count = (until - native.start) / step * (1 - 1e-12)
        if not count <= MOST_INTERVALS:
            rule = f"a run has at most {MOST_INTERVALS} output intervals, here of {step:.6g} s"
            raise MosilaError(BAD_OPTION.at(option="until", value=f"{until:.10g}", rule=rule))
        intervals = math.ceil(count)
        if self.compiled.simulation.extend(self.run, max(native.start + intervals * step, until), intervals) is not Outcome.GO_ON:
            raise MosilaError(explain_failure(self.compiled))
        if self.outcome is Outcome.END:
            self.outcome = Outcome.GO_ON
