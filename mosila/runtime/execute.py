"""The loop of a run: the C runtime integrates; at every step of a chart the structure may change and values are handed over."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numpy.typing import NDArray

from mosila.charts.chart import RESTING
from mosila.charts.step import Outcome as ChartOutcome
from mosila.charts.step import describe_conflict
from mosila.codegen.tables import HOLDS
from mosila.compiler import CompiledModel, CompiledStructure
from mosila.diagnostics import Diagnostic, MosilaError
from mosila.diagnostics.attachment import VALUES_DISAGREE
from mosila.instance.plan import CELLS, Formula
from mosila.instance.structure import Structure
from mosila.options import SimulationOptions
from mosila.runtime.chart_context import ChartContext, attached_positions
from mosila.runtime.check_fixed import check_fixed
from mosila.runtime.describe_change import Change, describe_structure
from mosila.runtime.explain_failure import explain_failure
from mosila.runtime.hand_over import HandOver, plan_hand_over
from mosila.runtime.initial_values import initial_cells
from mosila.runtime.logs import Event, StructureChange
from mosila.runtime.recording import Recording
from mosila.runtime.run_state import RunState
from mosila.runtime.variable_classes import find_variable_class
from mosila.solvers.binding import Outcome, RowFlag, Run

Observer = Callable[[StructureChange], None]
ROUNDS = 1000
INTERRUPTED = "interrupted"
DISAGREEMENT = 100.0
"""How many tolerances two values that become equal may differ."""


class Execution:
    """One run of a model; `recordings`, `changes` and `events` grow as it goes on."""

    def __init__(self, model: CompiledModel, options: SimulationOptions, observer: Observer | None = None) -> None:
        self.model = model
        self.options = options
        self.recordings: list[Recording] = []
        self.changes: list[StructureChange] = []
        self.events: list[Event] = []
        self.warnings: dict[Diagnostic, None] = dict.fromkeys(
            warning for plan in model.program.tree.instances if plan.chart is not None for warning in plan.chart.chart.warnings
        )
        self.stop_reason = "stop time reached"
        self._observer = observer
        self._base: NDArray[np.float64] | None = None
        self._met: set[int] = set()
        machines = model.program.tree.machines
        with model.stopwatch.stage("initialise"):
            cells = initial_cells(model, options.start)
            self.state = RunState(cells, Structure(), (RESTING,) * len(machines))
            self.run = Run(
                model.runtime,
                cells,
                start=options.start,
                stop=options.stop,
                intervals=options.intervals,
                rtol=options.tolerance,
                atol=options.absolute_tolerance,
                limit=ROUNDS,
            )
            self.state.cells = self.run.cells
            self.charts = ChartContext(model.program, self.state, self._evaluate, ROUNDS)

    def finish(self) -> None:
        """Run to the end, or to an interrupt from the keyboard; an error is raised after everything up to it has been recorded."""
        try:
            self._run()
        except KeyboardInterrupt:
            if not self.recordings and self._base is None:
                raise
            self.stop_reason = INTERRUPTED
            if self._base is not None:
                self._keep_rows()

    def _run(self) -> None:
        with ThreadPoolExecutor(max_workers=1) as worker:
            self._worker = worker
            with self.model.stopwatch.stage("initialise"):
                outcome = self._start()
            while True:
                match outcome:
                    case Outcome.GO_ON:
                        outcome = self._simulate()
                    case Outcome.FULL:
                        self._keep_rows()
                        outcome = self._simulate()
                    case Outcome.CHART:
                        with self.model.stopwatch.stage("initialise"):
                            outcome = self._step_charts()
                    case Outcome.ERROR:
                        self._keep_rows()
                        raise MosilaError(explain_failure(self.compiled))
                    case Outcome.INTERRUPTED:
                        self.stop_reason = INTERRUPTED
                        break
                    case Outcome.END:
                        break
            self._keep_rows()

    def _evaluate(self, formula: Formula, start: int) -> float:
        return self.model.evaluate(formula, start, self.state.cells)

    def _simulate(self) -> Outcome:
        """Integrate in another thread, so that an interrupt from the keyboard is noticed."""
        with self.model.stopwatch.stage("integrate"):
            pending = self._worker.submit(self.compiled.simulation.simulate, self.run)
            try:
                return pending.result()
            except KeyboardInterrupt:
                self.run.interrupt()
                pending.result()
                return Outcome.INTERRUPTED

    def _start(self) -> Outcome:
        """The initial macrostep on start values, the first structure, the initial instant."""
        moved = self.charts.start()
        self._note_conflicts(moved)
        wanted = self.state.cells[:-1:CELLS].copy()
        outcome = self._take_on(self.model.structure(self.state.structure), moved, None)
        if outcome is not Outcome.ERROR:
            check_fixed(self.model.program, self.compiled, wanted)
        return outcome

    def _step_charts(self) -> Outcome:
        """One macrostep in the middle of an instant."""
        simulation = self.compiled.simulation
        simulation.scatter(self.run)
        before = self.state.structure
        moved = self.charts.step(self._fired_events())
        self._note_conflicts(moved)
        if self.state.structure != before:
            simulation.leave(self.run)
            old = self.compiled
            return self._take_on(self.model.structure(self.state.structure), moved, old)
        if self.state.assigned:
            self._keep_rows()
            self.state.assigned.clear()
            outcome = simulation.resume(self.run, changed=True)
            self._begin_rows()
            return outcome
        return simulation.resume(self.run)

    def _take_on(self, compiled: CompiledStructure, moved: ChartOutcome, old: CompiledStructure | None) -> Outcome:
        """Hand the values over and go on in a structure; it is logged before it goes on."""
        is_known = compiled.number in self._met
        self._met.add(compiled.number)
        attached = attached_positions(self.model.program, self.state.structure)
        hand_over = plan_hand_over(
            None if old is None else old.active, compiled.system, self.state.assigned, attached, self.model.program.fixed
        )
        self._check_rivals(hand_over)
        hand_over.apply(self.state.cells)
        if old is not None:
            self._keep_rows()
        self.compiled = compiled
        self._base = None
        self.state.assigned.clear()
        self.charts.find_class = find_variable_class(compiled.system)
        outcome = compiled.simulation.initialise(self.run) if old is None else compiled.simulation.enter(self.run)
        self._begin_rows()
        if outcome is not Outcome.ERROR:
            change = Change(self.run.time, old, compiled, moved, hand_over, is_known)
            self.changes.append(describe_structure(self.model.program, self.charts, self.state, change))
            if self._observer is not None:
                self._observer(self.changes[-1])
        return outcome

    def _check_rivals(self, hand_over: HandOver) -> None:
        tree, cells = self.model.program.tree, self.state.cells
        nominal = self.model.program.attributes.nominal
        relative = self.options.tolerance
        absolute = self.options.absolute_tolerance or relative
        for first, second, sign in hand_over.rivals:
            one, other = float(cells[first * CELLS]), float(sign * cells[second * CELLS])
            if abs(one - other) > DISAGREEMENT * (relative * max(abs(one), abs(other)) + absolute * nominal[first]):
                raise MosilaError(
                    VALUES_DISAGREE.at(
                        time=f"{self.run.time:.10g}",
                        first=tree.variable_name(first),
                        first_value=f"{one:.10g}",
                        second=tree.variable_name(second),
                        second_value=f"{other:.10g}",
                    )
                )

    def _fired_events(self) -> frozenset[int]:
        """The event variables that fired, by position."""
        code = self.compiled.code
        kinds = code.tables.watch["kind"]
        fired = np.flatnonzero(np.array(self.compiled.simulation.fired(), dtype=np.bool_) & (kinds != HOLDS))
        return frozenset(code.watches[k].position for k in fired.tolist())

    def _note_conflicts(self, moved: ChartOutcome) -> None:
        machines = {machine.object: machine for machine in self.charts.machines}
        for conflict in moved.conflicts:
            self.warnings[describe_conflict(machines[conflict.object], conflict)] = None

    def _begin_rows(self) -> None:
        """Values that rows do not hold are as they are from here on."""
        self._base = self.compiled.simulation.values.copy()

    def _keep_rows(self) -> None:
        """Take what has been recorded out of the buffer."""
        rows, flags = self.compiled.simulation.take_rows(self.run)
        if len(rows) and self._base is not None:
            self.recordings.append(Recording(self.compiled, rows, flags, self._base, self.state.cells))
            lefts = rows[(flags & RowFlag.LEFT) > 0, 0]
            self.events.extend(Event(float(t)) for t in lefts)
