"""The initial instant where start values of states are not enough: initial equations, fixed starts, computed parameters."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mosila.codegen.function_reports import describe_report
from mosila.codegen.structure import RESIDUAL, StructureCode
from mosila.codegen.support import support_if_loaded
from mosila.compiler import CompiledInitial, CompiledModel, CompiledStructure
from mosila.dae.rows import Row
from mosila.dae.system import DaeSystem, SortedSystem
from mosila.dataclass import dataclass
from mosila.diagnostics import Diagnostic, MosilaError
from mosila.diagnostics.initialisation import DEFAULTED_STARTS, INITIAL_EQUATION_FAILS, NOT_INITIALISED
from mosila.flat.describe import cell_name
from mosila.flat.flat import FlatModel
from mosila.instance.plan import CELLS, DERIVATIVE, INITIAL, PRE, TIME_CELL, Variability
from mosila.runtime.initial_values import compute_marked
from mosila.runtime.singular_block import singular_rows
from mosila.solvers.binding import Run, Simulation
from mosila.solvers.outcomes import FailureKind, Outcome
from mosila.source import NOWHERE
from mosila.symbolic import evaluate

FIT = 1e-6
LISTED = 12
ROUNDS = 100
SAME = 1e-9
ENDLESS = "discrete variables change without end"
Values = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Initialised:
    """What was assumed, and by position what follows from parameters that were computed (None: there is none)."""

    warnings: list[Diagnostic]
    moved: NDArray[np.bool_] | None


def initialise(
    model: CompiledModel, compiled: CompiledStructure, run: Run, given: frozenset[int], assigned: frozenset[int]
) -> Initialised | None:
    """Gives discrete variables and then all others their initial values, until both fit; None if nothing is to be solved.

    Start values that are `given` from outside, and values that actions have `assigned`, stay.
    """
    has_start = compiled.system.dae.flat.attributes.has_start
    given = frozenset(position for position in given if has_start[position])
    initial = model.initial(compiled, given=given)
    if initial is None:
        _set_discrete(model, compiled, run.cells)
        return None
    moved = initial.initial.moved
    found = _set_known(model, compiled, initial, run.cells, given | assigned)
    for _ in range(ROUNDS):
        start = run.cells.copy()
        warnings = _solve_initial(model, compiled, initial, run, given)
        before, found = found, _set_known(model, compiled, initial, run.cells, given | assigned)
        if np.allclose(found, before, rtol=SAME, atol=0.0):
            return Initialised(warnings, moved)
    raise MosilaError(explain_initial(initial.initial.system, initial.code, initial.simulation, start, ENDLESS))


def _set_known(
    model: CompiledModel, compiled: CompiledStructure, initial: CompiledInitial, cells: Values, settled: frozenset[int]
) -> list[float]:
    """What discrete variables begin with, after initial equations and start values; what is inactive has its start values too."""
    moved = initial.initial.moved
    found: list[float] = []
    if moved is not None and moved.any():
        dae = compiled.system.dae
        starts = compute_marked(model, cells, moved)
        said = {*initial.initial.discrete, *(start.position for start in compiled.code.starts)}
        said_classes = {int(dae.aliases.representative[position]) for position in said}
        for position in np.flatnonzero(moved).tolist():
            representative = int(dae.aliases.representative[position])
            is_active = bool(dae.flat.active[position])
            is_said = representative in said_classes or dae.flat.attributes.variability[position] != Variability.DISCRETE
            if position in settled or (is_active and is_said):
                continue
            own = is_active and not dae.flat.attributes.has_start[representative]
            members = _members(dae, position) if own else np.array([position])
            cells[members * CELLS] = cells[members * CELLS + PRE] = starts[position]
            found.append(float(starts[position]))
    return found + _set_discrete(model, compiled, cells)


def initialise_entering(
    model: CompiledModel, compiled: CompiledStructure, run: Run, begins: NDArray[np.bool_], free: frozenset[int]
) -> None:
    """Lets the initial equations of what begins, by position, give `free` states and discrete variables their values."""
    if any(begins[group.owners].any() for group in compiled.system.dae.flat.initial_equations if not group.discrete):
        initial = model.entry(compiled, begins, free)
        start, before = run.cells.copy(), run.cells[PRE::CELLS].copy()
        if initial.simulation.solve(run) is Outcome.ERROR:
            raise MosilaError(explain_initial(initial.initial.system, initial.code, initial.simulation, start))
        initial.simulation.assign()
        initial.simulation.scatter(run)
        run.cells[PRE::CELLS] = before
        _check_rows(initial, run.cells)
    _set_discrete(model, compiled, run.cells, begins)


def _solve_initial(
    model: CompiledModel, compiled: CompiledStructure, initial: CompiledInitial, run: Run, given: frozenset[int]
) -> list[Diagnostic]:
    """Finds initial values and writes them to the cells of the run."""
    start = run.cells.copy()
    if not _solved(initial, run):
        # Where a constraint says nothing about a variable at these values (a pendulum held out level), all fixed starts together may.
        is_singular = initial.simulation.failure().kind is FailureKind.SINGULAR
        again = model.initial(compiled, fixed_first=True, given=given) if is_singular else None
        run.cells[:] = start
        if again is None or not _solved(again, run):
            raise MosilaError(explain_initial(initial.initial.system, initial.code, initial.simulation, start))
        initial = again
    initial.simulation.assign()
    initial.simulation.scatter(run)
    run.cells[CELLS * INITIAL] = 0.0
    for position in initial.initial.discrete:
        members = _members(initial.initial.system.dae, position)
        run.cells[members * CELLS + PRE] = run.cells[members * CELLS]
    _check_rows(initial, run.cells)
    return _warnings(initial)


def _solved(initial: CompiledInitial, run: Run) -> bool:
    run.cells[CELLS * INITIAL] = 1.0
    outcome = initial.simulation.initialise(run)
    run.cells[CELLS * INITIAL] = 0.0
    return outcome is not Outcome.ERROR


def _set_discrete(model: CompiledModel, compiled: CompiledStructure, cells: Values, begins: NDArray[np.bool_] | None = None) -> list[float]:
    """Initial equations of discrete variables, one after the other: they give the values from which the first event goes on."""
    values: list[float] = []
    scratch = np.array([len(cells) - 1], dtype=np.int32)
    library = support_if_loaded()
    for start in compiled.code.starts:
        if begins is not None and not begins[start.position]:
            continue
        if model.runtime.prepare((start.group,), model.kernels.address)(cells, scratch) and library is not None:
            trouble = library.trouble()
            if trouble is not None:
                raise MosilaError(describe_report(trouble, model.kernels.function, float(cells[TIME_CELL])))
        members = _members(compiled.system.dae, start.position)
        cells[members * CELLS] = cells[members * CELLS + PRE] = cells[-1]
        values.append(float(cells[-1]))
    return values


def _members(dae: DaeSystem, position: int) -> NDArray[np.int64]:
    """All variables that are equal to one."""
    return np.flatnonzero(dae.aliases.representative[: dae.base_size] == dae.aliases.representative[position])


def _warnings(initial: CompiledInitial) -> list[Diagnostic]:
    tree = initial.initial.system.dae.flat.tree
    names = [f"`{tree.variable_name(position)}`" for position in initial.initial.defaulted]
    more = f" and {len(names) - LISTED} more" if len(names) > LISTED else ""
    first = set(initial.initial.defaulted[:1])
    span = next((variable.span for _, position, variable in tree.variables() if position in first), NOWHERE)
    return [DEFAULTED_STARTS.at(span, names=", ".join(names[:LISTED]) + more)] if names else []


def _check_rows(initial: CompiledInitial, cells: Values) -> None:
    """Initial equations that determine nothing must hold by themselves."""
    flat = initial.initial.system.dae.flat
    faults = []
    for row in initial.initial.checked:
        left, right = _sides(flat, row, cells)
        if abs(left - right) > FIT * max(abs(left), abs(right), 1.0):
            span = flat.equations[row.group].spans[row.index]
            path = flat.tree.object_path(int(flat.equations[row.group].owners[row.index]))
            faults.append(INITIAL_EQUATION_FAILS.at(span, path, left=f"{left:.10g}", right=f"{right:.10g}"))
    if faults:
        raise MosilaError(*faults)


def _sides(flat: FlatModel, row: Row, cells: Values) -> tuple[float, float]:
    group = flat.equations[row.group]
    values = cells[group.cells[row.index]].tolist()
    return evaluate(group.template.left, values), evaluate(group.template.right, values)


def is_unsolved(simulation: Simulation) -> bool:
    """Whether a simulation failed because equations that are solved together gave no values."""
    return simulation.failure().kind in (FailureKind.SINGULAR, FailureKind.NO_CONVERGENCE)


def explain_initial(
    system: SortedSystem, code: StructureCode, simulation: Simulation, start: Values, reason: str | None = None
) -> Diagnostic:
    """A table of the unknowns that were iterated: start, last value, residual."""
    flat, layout = system.dae.flat, code.layout
    residuals, first_implicit = simulation.residuals(), len(system.derivative_rows)
    by_row: dict[int, float] = {}
    for group, numbers in zip(code.tables.residual, code.numbers[RESIDUAL], strict=True):
        by_row.update((int(number) - first_implicit, float(residuals[group.first + k])) for k, number in enumerate(numbers.tolist()))
    lines = [("variable", "start", "last value", "residual", "")]
    order = sorted(range(len(system.implicit)), key=lambda number: -abs(by_row.get(number, 0.0)))
    for number in order[:LISTED]:
        cell = system.implicit_blocks[number][1]
        position = cell // CELLS
        known = position < system.dae.base_size
        guess = "" if known and cell % CELLS != DERIVATIVE and flat.attributes.has_start[position] else "no start value given"
        first = f"{start[cell]:.6g}" if known else "0"
        value = float(simulation.values[layout.index[cell]])
        lines.append((cell_name(flat.tree, flat.attributes, cell), first, f"{value:.6g}", f"{by_row.get(number, 0.0):.3g}", guess))
    widths = [max(len(line[k]) for line in lines) for k in range(5)]
    table = "\n".join("    " + "  ".join(text.ljust(width) for text, width in zip(line, widths, strict=True)).rstrip() for line in lines)
    more = f"\n    and {len(order) - LISTED} more" if len(order) > LISTED else ""
    rows = [system.implicit[number] for number in order]
    kind = simulation.failure().kind
    if kind is FailureKind.SINGULAR:
        column = next(iter(simulation.failure().indices), -1)
        rows = singular_rows(system, int(layout.cell[1 + column]) if column >= 0 else None)
    spans = [span for span in map(system.dae.row_span, rows) if span != NOWHERE]
    reason = reason or {
        FailureKind.SINGULAR: "their matrix is singular",
        FailureKind.NOT_FINITE: "an equation has no finite value at the start values",
        FailureKind.ROUNDS: ENDLESS,
    }.get(kind, "the iteration does not converge")
    related = [(span, "belongs to it") for span in list(dict.fromkeys(spans))[1:6]]
    return NOT_INITIALISED.at(spans[0] if spans else NOWHERE, related=related, reason=reason, table=table + more)
