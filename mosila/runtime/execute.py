"""The loop of a run: the C runtime integrates; at every step of a chart the structure may change and values are handed over."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from mosila.charts.step import EndlessMacrostep, Taken, describe_conflict
from mosila.charts.step import Outcome as ChartOutcome
from mosila.codegen.function_reports import describe_report
from mosila.codegen.structure import ASSERTION
from mosila.codegen.support import Report, support_if_loaded
from mosila.codegen.tables import CHANGES, RISES
from mosila.compiler import VALUES_KEPT, CompiledModel, CompiledStructure
from mosila.diagnostics import Diagnostic, MosilaError
from mosila.diagnostics.events import ASSERTION_FAILED, ASSERTION_WARNS
from mosila.diagnostics.runtime import ENDLESS_EVENTS, ZENO
from mosila.flat.delays import delay_positions
from mosila.instance.plan import CELLS, Formula
from mosila.instance.structure import Structure
from mosila.kept import Kept
from mosila.options import SimulationOptions
from mosila.runtime.causes import Cause, find_causes
from mosila.runtime.chart_context import ChartContext, attached_positions
from mosila.runtime.check_fixed import check_fixed, check_given
from mosila.runtime.choose_states import choose_again, choose_at_start
from mosila.runtime.conditions import Conditions
from mosila.runtime.describe_change import HandedOver, active_states
from mosila.runtime.endless import STEPS_OF_CYCLE, explain_endless, explain_rounds
from mosila.runtime.explain_failure import explain_failure, stopped_at_accumulation
from mosila.runtime.hand_over import HandOver, plan_hand_over, plan_start, settled_before
from mosila.runtime.impulses import Limits, settle_impulses
from mosila.runtime.initial_values import compute_marked, initial_cells
from mosila.runtime.initialise import explain_initial, initialise, initialise_entering, is_unsolved
from mosila.runtime.interrupts import SLICE, noticing_interrupts
from mosila.runtime.logs import NamedValues, StructureChange
from mosila.runtime.messages import message_text
from mosila.runtime.run_log import RunLog
from mosila.runtime.run_state import RunState
from mosila.runtime.spool import Spool
from mosila.runtime.two_writers import refuse_two_writers
from mosila.solvers.binding import Run
from mosila.solvers.outcomes import Outcome

Observer = Callable[[StructureChange], None]
Way = tuple[CompiledStructure | None, CompiledStructure, frozenset[int], frozenset[int]]
ROUNDS = 1000
WAYS_KEPT = 1024
INTERRUPTED = "interrupted"
STOPPED = "stopped by the script"


class Follower(Protocol):
    """Works beside a run."""

    def follow(self, execution: Execution) -> None:
        """The run has come to a structure, and will integrate in it."""

    def close(self) -> None:
        """The run is over."""


class StopSimulation(Exception):
    """Raised by a callback to end the run there; what was computed stays."""


class Execution:
    """One run of a model; its log grows as it goes on."""

    def __init__(
        self,
        model: CompiledModel,
        options: SimulationOptions,
        observer: Observer | None = None,
        given: Mapping[int, float] | None = None,
        spool: Spool | None = None,
    ) -> None:
        self.model = model
        self.given = dict(given or {})
        self.options = options
        self.warnings: dict[Diagnostic, None] = dict.fromkeys(model.program.tree.warnings)
        self.stop_reason = "stop time reached"
        self._observer = observer
        self.follower: Follower | None = None
        self.compiled: CompiledStructure
        self._wanted: NDArray[np.float64]
        """By position: what start values ask for."""
        self._base: NDArray[np.float64] | None = None
        self._read: dict[int, NDArray[np.bool_]] = {}
        self._change: tuple[HandedOver, tuple[Taken, ...], NamedValues, tuple[Cause, ...]]
        self._passed_time, self._passed = -math.inf, set[Structure]()
        self._ways: Kept[Way, HandedOver] = Kept(WAYS_KEPT, VALUES_KEPT, lambda way: way.new.code.tables.nw)
        self._told: set[tuple[int, int]] = set()
        self._warned: set[tuple[str, int]] = set()
        model.begin_run()
        with model.stopwatch.stage("initialise"):
            cells = initial_cells(model, options.start, self.given)
            if (library := support_if_loaded()) is not None:
                self._note_reports(library.warnings())
            self.state = RunState(cells, Structure(), ())
            self.run = Run(
                model.runtime,
                cells,
                start=options.start,
                stop=options.stop,
                intervals=options.output_intervals,
                rtol=options.tolerance,
                atol=options.absolute_tolerance,
                limit=ROUNDS,
                histories=len(delay_positions(model.program.attributes)),
                slice_seconds=SLICE,
            )
            self.state.cells = self.run.cells
            self.charts = ChartContext(model.program, self.state, self._evaluate, self._evaluate_all, ROUNDS)
            self.charts.actions.dynamic.grow = self._grow
            self.conditions = Conditions(model, self.state, self._evaluate)
        self.log = RunLog(self.charts.machines, spool or Spool(), model)
        self.log.has_dynamic_charts = self.charts.has_dynamic_charts

    def finish(self) -> None:
        """Run to the end, or to an interrupt from the keyboard; an error is raised after everything up to it has been recorded."""
        try:
            self._run()
        except StopSimulation:
            self.stop_reason = STOPPED
            self._keep_rows()
        except MosilaError:
            if self._base is not None:
                self._keep_rows()
            raise
        except KeyboardInterrupt:
            if not self.log.recordings and self._base is None:
                raise
            self.stop_reason = INTERRUPTED
            if self._base is not None:
                self._keep_rows()

    def _run(self) -> None:
        with self.model.stopwatch.stage("initialise"):
            outcome = self._start()
        self._drive(outcome)

    def _drive(self, outcome: Outcome) -> Outcome:
        """Go on from an outcome until the run ends, is interrupted or paused; says which."""
        with noticing_interrupts(self.run):
            return self._follow(outcome)

    def _follow(self, outcome: Outcome) -> Outcome:
        while True:
            self._note_warnings()
            match outcome:
                case Outcome.GO_ON:
                    outcome = self._simulate()
                case Outcome.FULL:
                    self._keep_rows()
                    outcome = self._simulate()
                case Outcome.CHART:
                    with self.model.stopwatch.stage("initialise"):
                        outcome = self._step_charts(self._fired_events())
                case Outcome.ASSERT:
                    self._tell_assertions()
                    outcome = self._simulate()
                case Outcome.PIVOT:
                    with self.model.stopwatch.stage("initialise"):
                        outcome = self._choose_states()
                case Outcome.ERROR:
                    self._keep_rows()
                    if self._stops_at_accumulation():
                        return Outcome.END
                    raise MosilaError(self._explain())
                case Outcome.INTERRUPTED:
                    self.stop_reason = INTERRUPTED
                    break
                case Outcome.PAUSED:
                    break
                case Outcome.END:
                    self._note_termination()
                    break
        self._keep_rows()
        return outcome

    def _explain(self) -> Diagnostic:
        """Why the C runtime gave up; of an instant without end also what the charts do in it."""
        told = explain_failure(self.compiled)
        if told.code != ENDLESS_EVENTS.code:
            return told
        steps = [each for each in self.log.chart_steps[-STEPS_OF_CYCLE:] if each.time == self.run.time]
        return explain_rounds(told, steps, self.charts.machines, self.compiled, self.run.flags)

    def _stops_at_accumulation(self) -> bool:
        """Whether the run ends here because events pile up and it was asked to stop there."""
        failure = self.compiled.simulation.failure()
        if self.options.zeno != "stop" or explain_failure(self.compiled).code != ZENO.code:
            return False
        self.stop_reason = f"events pile up at {failure.limit_time:.10g}"
        self.warnings[stopped_at_accumulation(self.compiled)] = None
        return True

    def _evaluate(self, formula: Formula, start: int) -> float:
        value = self.model.evaluate(formula, start, self.state.cells)
        if not math.isfinite(value):
            self._raise_report(formula, start)
        return value

    def _evaluate_all(self, formulas: tuple[Formula, ...], start: int) -> NDArray[np.float64]:
        values = self.model.evaluate_all(formulas, start, self.state.cells)
        if not np.isfinite(values).all():
            for formula, value in zip(formulas, values.tolist(), strict=True):
                if not math.isfinite(value):
                    self._raise_report(formula, start)
        return values

    def _raise_report(self, formula: Formula, start: int) -> None:
        """Raise what a function says that a formula calls, if that is why it has no value."""
        if (library := support_if_loaded()) is not None:
            library.forget()
            self.model.evaluate(formula, start, self.state.cells)
            if (report := library.trouble()) is not None:
                raise MosilaError(describe_report(report, self.model.kernels.function, self.run.time))

    def _grow(self, pool: int) -> None:
        """Make room for more dynamic objects: positions stay, the cells of the run get longer."""
        growth = (*self.state.structure.growth, pool)
        cells = self.charts.actions.dynamic.take_program(self.model.grow(growth))
        self.run.set_cells(cells)
        self.state.cells = self.run.cells
        self.state.structure = replace(self.state.structure, growth=growth)
        self.charts.take_machines(self.model.program.tree)

    def _simulate(self) -> Outcome:
        """Integrate; an interrupt from the keyboard is noticed when the C runtime comes back."""
        with self.model.stopwatch.stage("integrate"):
            return self.compiled.simulation.simulate(self.run)

    def _start(self) -> Outcome:
        """The initial macrostep on start values, the first structure, the initial instant."""
        moved = self.begin_structure()
        self._note_step(moved)
        begin = self.state.cells.copy()
        self._wanted = begin[:-1:CELLS].copy()
        tried = [self.state.structure]
        outcome = self._take_on(self.model.structure(self.state.structure), moved, None)
        while outcome is Outcome.CHART and (other := self._other_start()) not in tried:
            tried.append(other)
            self.state.cells[:] = begin
            self.state.structure = other
            outcome = self._take_on(self.model.structure(other), moved, None)
        if outcome is Outcome.ERROR and is_unsolved(self.compiled.simulation):
            raise MosilaError(explain_initial(self.compiled.system, self.compiled.code, self.compiled.simulation, begin))
        self._log_change(outcome)
        if outcome is not Outcome.ERROR:
            check_fixed(self.model.program, self.compiled, self._wanted)
            check_given(self.model.program, self.compiled, self.given)
        return outcome

    def begin_structure(self) -> ChartOutcome:
        """The initial macrostep of all charts, and what conditions say of the start values."""
        moved = self.charts.start()
        if self.conditions.follow(None):
            self.charts.actions.show_structure()
            moved = self.charts.start_resting(moved)
        return moved

    def _other_start(self) -> Structure:
        """The structure that the initial instant asks for, by conditions that start values said otherwise of."""
        self.compiled.simulation.assign()
        self.compiled.simulation.scatter(self.run)
        return self.conditions.wanted(self.compiled)

    def _step_charts(self, events: frozenset[int]) -> Outcome:
        """One macrostep in the middle of an instant, with these events on offer."""
        simulation = self.compiled.simulation
        simulation.assign()
        simulation.scatter(self.run)
        self.charts.begin_round(*simulation.show_left(self.run))
        before = self.state.structure
        try:
            moved = self.charts.step(events)
        except EndlessMacrostep as endless:
            raise explain_endless(endless, self.charts.machines, self.compiled, self.run.flags) from None
        if self.conditions.follow(self.compiled):
            self.charts.actions.show_structure()
            moved = self.charts.start_resting(moved)
        if self.state.assigned:
            refuse_two_writers(self.compiled, self.state.assigned, self.charts.machines, moved.taken, self.run.time)
        self._note_step(moved)
        if self.state.structure is not before and (self.state.structure != before or self.state.restarted):
            simulation.leave(self.run)
            return self._log_change(self._take_on(self._new_structure(), moved, self.compiled))
        if self._may_break_constraints():
            simulation.leave(self.run)
            outcome = self._take_on(self.compiled, moved, self.compiled)
            return self._log_change(outcome) if self._change[2] else outcome
        if self.state.assigned or self._is_read(self.state.touched):
            return self._resume_changed(bool(moved.taken))
        self.state.touched.clear()
        return simulation.resume(self.run, moved=bool(moved.taken))

    def _may_break_constraints(self) -> bool:
        """Whether actions gave a value to what constraints tie: the others are then where an impulse leaves them."""
        system = self.compiled.system
        if system.index < 2 or not self.state.assigned:
            return False
        known = [position for position in self.state.assigned if position < system.dae.base_size]
        return bool(system.dae.aliases.differentiated[system.dae.aliases.representative[known]].any())

    def _resume_changed(self, moved: bool = False) -> Outcome:
        """Go on in the same structure with values that were written to the cells."""
        self._keep_rows()
        self.state.assigned.clear()
        self.state.touched.clear()
        outcome = self.compiled.simulation.resume(self.run, changed=True, moved=moved)
        self._begin_rows()
        return outcome

    def _new_structure(self) -> CompiledStructure:
        """The structure that charts and conditions have come to; what is wrong with it is told with time and place.

        One without a solution that conditions ask for is passed over: others that they can choose are tried, each once in an instant.
        """
        if self._passed_time != self.run.time:
            self._passed_time, self._passed = self.run.time, {self.compiled.system.dae.flat.structure}
        wanted = self.state.structure
        try:
            return self.model.structure(wanted)
        except MosilaError as error:
            for other in self.conditions.alternatives(wanted):
                if other not in self._passed:
                    self._passed.add(other)
                    with suppress(MosilaError):
                        found = self.model.structure(other)
                        self.state.structure = other
                        self.charts.actions.show_structure()
                        return found
            where = ", ".join(active_states(self.charts.machines, self.state.configurations))
            when = f"at time {self.run.time:.10g}{', in ' * bool(where)}{where}: "
            raise MosilaError(*(replace(each, message=when + each.message) for each in error.diagnostics)) from None

    def _is_read(self, positions: set[int]) -> bool:
        """Whether equations or relations of the present structure read any of these."""
        if not positions:
            return False
        read = self._read.get(self.compiled.number)
        if read is None:
            flat = self.compiled.system.dae.flat
            read = self._read[self.compiled.number] = np.zeros(len(flat.active), dtype=np.bool_)
            for cells in (*(group.cells for group in flat.equations), *(group.cells for group in flat.relations)):
                read[cells // CELLS] = True
        return bool(read[list(positions)].any())

    def _choose_states(self) -> Outcome:
        """Other states, where the constraints no longer determine well what is no state."""
        self._keep_rows()
        self.compiled, outcome = choose_again(self.model, self.compiled, self.run)
        self._begin_rows()
        return outcome

    def _take_on(self, compiled: CompiledStructure, moved: ChartOutcome, old: CompiledStructure | None) -> Outcome:
        """Hand the values over and go on in a structure."""
        compiled = choose_at_start(self.model, compiled, self.run)
        if old is None:
            found = initialise(self.model, compiled, self.run, frozenset(self.given), frozenset(self.state.assigned))
            if found is not None:
                self.warnings.update(dict.fromkeys(found.warnings))
                compiled = choose_at_start(self.model, compiled, self.run)
                if found.moved is not None:
                    self._note_moved(found.moved)
        way = self._way(old, compiled)
        causes = () if old is None else find_causes(old)
        left = None
        if old is not None and way.hand_over.may_jump and not way.fits(self.state.cells, *self._tolerances):
            left = self.state.cells.copy()
        way.hand_over.apply(self.state.cells)
        impulses: NamedValues = ()
        if old is not None:
            if left is not None:
                impulses = settle_impulses(self.model, compiled, self.run, way.hand_over, self._limits(left, old, compiled))
            if compiled.system.dae.flat.initial_equations:
                initialise_entering(self.model, compiled, self.run, self._begins(compiled), way.free_states)
            self._keep_rows()
        self.state.begun |= compiled.system.dae.flat.structure.active
        self.compiled = compiled
        self._base = None
        self.state.assigned.clear()
        self.state.touched.clear()
        self.state.restarted.clear()
        self.charts.actions.take_classes(way.find_class)
        outcome = compiled.simulation.initialise(self.run) if old is None else compiled.simulation.enter(self.run)
        self._begin_rows()
        self._change = (way, moved.taken, impulses, causes)
        return outcome

    def _note_moved(self, moved: NDArray[np.bool_]) -> None:
        """Start values that depend on parameters which were computed: what is fixed is checked against them, and resets go back to them."""
        moved = moved.copy()
        moved[list(self.given)] = False
        starts = compute_marked(self.model, self.state.cells, moved)
        self._wanted[moved] = starts[moved]
        self.charts.actions.dynamic.take_starts(np.flatnonzero(moved), starts[moved])

    def _log_change(self, outcome: Outcome) -> Outcome:
        """The last change into the log, unless it has failed."""
        if outcome is not Outcome.ERROR:
            way, taken, impulses, causes = self._change
            lives = self.state.population.lives
            self.log.note_change(self.run.time, way, taken, self.state.configurations, self.state.cells, impulses, causes, lives)
            if self.follower is not None:
                self.follower.follow(self)
            if self._observer is not None:
                self._observer(self.log.changes[-1])
        return outcome

    def _way(self, old: CompiledStructure | None, new: CompiledStructure) -> HandedOver:
        """How values are handed over: planned once for two structures and what actions assign between them."""
        key = (old, new, frozenset(self.state.assigned), frozenset(self.state.restarted))
        found = self._ways.get(key)
        if found is None:
            found = HandedOver(old, new, self._plan_hand_over(old, new))
            self._ways.put(key, found)
        return found

    def _begins(self, compiled: CompiledStructure) -> NDArray[np.bool_]:
        """By position: whether it belongs to an object that is added for the first time, new or reset."""
        found = np.zeros(len(compiled.active), dtype=np.bool_)
        for first in (compiled.system.dae.flat.structure.active - self.state.begun) | self.state.restarted:
            found[first : first + self.model.program.tree.behaviours[first]] = True
        return found

    def _plan_hand_over(self, old: CompiledStructure | None, new: CompiledStructure) -> HandOver:
        attached = attached_positions(self.model.program, self.state.structure)
        given = {*self.model.program.fixed, *self.given}
        if old is None:
            return plan_start(new.code, self.state.assigned, attached, given)
        was_active = self._active_before(old)
        entering = settled = None
        if self.state.restarted:
            entering = ~was_active & new.active[: len(was_active)]
            settled = settled_before(old.system, len(entering))
        return plan_hand_over(was_active, new.system, self.state.assigned, attached, given, entering, settled)

    def _active_before(self, old: CompiledStructure) -> NDArray[np.bool_]:
        """By position: whether it has a left limit; what was reset has none."""
        size = self.model.program.tree.size
        if not self.state.restarted and len(old.active) >= size:
            return old.active
        active = np.zeros(max(size, len(old.active)), dtype=np.bool_)
        active[: len(old.active)] = old.active
        for first in self.state.restarted:
            active[first : first + self.model.program.tree.behaviours[first]] = False
        return active

    def _limits(self, left: NDArray[np.float64], old: CompiledStructure, new: CompiledStructure) -> Limits:
        """The left limits of a change: of what was active, of what actions assigned, and of what is fixed in an entering object."""
        size = self.model.program.tree.size
        known = self._active_before(old)[:size].copy()
        known[list(self.state.assigned)] = True
        known[[position for position in self.model.program.fixed if new.active[position]]] = True
        return Limits(left, known, *self._tolerances)

    @property
    def _tolerances(self) -> tuple[float, float]:
        return self.options.tolerance, self.options.absolute_tolerance or self.options.tolerance

    def _fired_events(self) -> frozenset[int]:
        """The event variables that fired, by position."""
        fired, watches = self.compiled.simulation.fired(), self.compiled.code.watches
        return frozenset([watches[number].position for number in fired if watches[number].kind in (RISES, CHANGES)])

    def _note_step(self, moved: ChartOutcome) -> None:
        self.log.machines = self.charts.machines
        if moved.taken:
            self.log.note_step(self.run.time, moved.taken, self.state.configurations)
        for conflict in moved.conflicts:
            machine = next(each for each in self.charts.machines if each.object == conflict.object)
            self.warnings[describe_conflict(machine, conflict)] = None

    def _tell_assertions(self) -> None:
        """Warnings are noted, each once in a run; an error ends it."""
        code = self.compiled.code
        flat = self.compiled.system.dae.flat
        order = np.concatenate(code.numbers[ASSERTION])
        errors: list[Diagnostic] = []
        for number in sorted(order[list(self.compiled.simulation.take_assertions())].tolist()):
            owner, assertion = flat.assertions[number].owner, flat.assertions[number].assertion
            if (owner, id(assertion)) in self._told:
                continue
            self._told.add((owner, id(assertion)))
            told = self._told_by_function(number) if assertion.is_call else None
            if told is None:
                text = message_text(assertion.message, owner, self._read_cell)
                kind = ASSERTION_FAILED if assertion.is_error else ASSERTION_WARNS
                path = self.model.program.tree.object_path(owner)
                told = kind.at(assertion.span, path, time=f"{self.run.time:.10g}", text=text)
            if assertion.is_error:
                errors.append(told)
            else:
                self.warnings[told] = None
        if errors:
            self._keep_rows()
            raise MosilaError(*errors)

    def _told_by_function(self, number: int) -> Diagnostic | None:
        """What a function says that is called for what it asserts."""
        code = self.compiled.code
        for group, numbers in zip(code.tables.assertion, code.numbers[ASSERTION], strict=True):
            for row in np.flatnonzero(numbers == number).tolist():
                report = self.compiled.simulation.trouble_with(group.only(row))
                return describe_report(report, self.model.kernels.function, self.run.time) if report is not None else None
        return None

    def _note_termination(self) -> None:
        number = self.run.termination
        if number is not None:
            active = self.compiled.system.dae.flat.terminations[number]
            self.stop_reason = message_text(active.termination.message, active.owner, self._read_cell)

    def _read_cell(self, cell: int) -> float:
        """A value of the moment: the structure's own, or that of the run where the structure has none."""
        cell = int(self.compiled.system.dae.flat.tree.resolve(np.array([cell], dtype=np.int32))[0])
        place, sign = self.compiled.code.layout.place(cell)
        return float(sign * self.compiled.simulation.values[place] if place >= 0 else self.state.cells[cell])

    def _note_warnings(self) -> None:
        self._note_reports(self.compiled.simulation.take_warnings())

    def _note_reports(self, reports: Iterable[Report]) -> None:
        """What functions warned of, for each statement once."""
        for report in reports:
            if (report.function, report.place) not in self._warned:
                self._warned.add((report.function, report.place))
                self.warnings[describe_report(report, self.model.kernels.function)] = None

    def _begin_rows(self) -> None:
        """Values that rows do not hold are as they are from here on."""
        self._base = self.compiled.simulation.values.copy()

    def _keep_rows(self) -> None:
        """Take what has been recorded out of the buffer."""
        rows, flags = self.compiled.simulation.take_rows(self.run)
        if len(rows) and self._base is not None:
            self.log.keep_rows(self.compiled, rows, flags, self._base, self.state.cells)
