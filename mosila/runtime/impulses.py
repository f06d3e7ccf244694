"""Impulses at a change of structure: left limits that the new equations do not allow -> right limits that they do.

Positions and what else constraints tie without a jump must fit already; velocities, currents and charges jump, by impulses.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np
from numpy.typing import NDArray

from mosila.compiler import CompiledImpulses, CompiledModel, CompiledStructure
from mosila.dae.impulse import has_no_limit
from mosila.dataclass import dataclass
from mosila.diagnostics import Diagnostic, MosilaError
from mosila.diagnostics.initialisation import IMPULSE_NOT_LINEAR, IMPULSE_NOT_UNIQUE, NOT_ON_CONSTRAINT
from mosila.instance.plan import CELLS, DERIVATIVE, PRE, VALUE
from mosila.runtime.hand_over import DISAGREEMENT, HandOver, disagree
from mosila.runtime.logs import NamedValues
from mosila.solvers.binding import Run
from mosila.solvers.outcomes import Outcome
from mosila.source import NOWHERE, Span

LISTED = 6
Values = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Limits:
    """Left limits of all cells, and by position of the program what has one."""

    cells: Values
    known: NDArray[np.bool_]
    relative: float
    absolute: float

    def differ(self, position: int, other: float, nominal: float, value: float | None = None) -> bool:
        """Whether a value misses a left limit by more than tolerances allow."""
        own = float(self.cells[position * CELLS]) if value is None else value
        return bool(disagree(own, other, nominal, self.relative, self.absolute))


def settle_impulses(model: CompiledModel, compiled: CompiledStructure, run: Run, hand_over: HandOver, limits: Limits) -> NamedValues:
    """Right limits in the cells of the run where the left ones do not fit; the impulses that make the difference, by variable."""
    if not (_rivals_differ(compiled, hand_over, limits) or _ties_differ(compiled, run, hand_over, limits)):
        return ()
    made = model.impulses(compiled, limits.known)
    time = f"{run.time:.10g}"
    if made.impulses.found.undetermined:
        positions = [int(made.impulses.found.numbering.positions[c]) for part in made.impulses.found.undetermined for c in part.columns]
        raise MosilaError(_not_unique(compiled, made, positions, time))
    before = run.cells[PRE::CELLS].copy()
    known = np.flatnonzero(limits.known)
    run.cells[known * CELLS + PRE] = limits.cells[known * CELLS]
    outcome = made.simulation.solve(run)
    if outcome is Outcome.ERROR:
        raise MosilaError(_not_unique(compiled, made, _unknown_positions(made), time))
    made.simulation.assign()
    found = _impulses(made, limits)
    _refuse_nonlinear(compiled, made, {position for position, _ in found}, limits, time)
    made.simulation.scatter(run)
    run.cells[PRE::CELLS] = before
    _refuse_moved(compiled, run, limits, time)
    tree = compiled.system.dae.flat.tree
    return tuple((tree.variable_name(position), value) for position, value in found)


def _rivals_differ(compiled: CompiledStructure, hand_over: HandOver, limits: Limits) -> bool:
    nominal = compiled.system.dae.flat.attributes.nominal
    return any(limits.differ(a, sign * float(limits.cells[b * CELLS]), float(nominal[a])) for a, b, sign in hand_over.rivals)


def _ties_differ(compiled: CompiledStructure, run: Run, hand_over: HandOver, limits: Limits) -> bool:
    """Whether the equations, solved from the states, give what they tie other values than those it comes with."""
    tied = [source for source in hand_over.tied_sources if limits.known[source]]
    if not tied:
        return False
    if compiled.simulation.solve(run) is Outcome.ERROR:
        return True
    compiled.simulation.assign()
    layout, nominal = compiled.code.layout, compiled.system.dae.flat.attributes.nominal
    for source in tied:
        place, sign = layout.place(CELLS * source)
        if limits.differ(source, sign * float(compiled.simulation.values[place]), float(nominal[source])):
            return True
    return False


def _impulses(made: CompiledImpulses, limits: Limits) -> list[tuple[int, float]]:
    """The variables with an impulse, and how large it is."""
    found: list[tuple[int, float]] = []
    flat = made.impulses.found.system.dae.flat
    for position, impulse in made.impulses.impulses:
        place = int(made.code.layout.index[CELLS * impulse])
        value = float(made.simulation.values[place]) if place >= 0 else 0.0
        if abs(value) > DISAGREEMENT * limits.absolute * float(flat.attributes.nominal[position]):
            found.append((position, value))
    return found


def _refuse_nonlinear(compiled: CompiledStructure, made: CompiledImpulses, impulsive: set[int], limits: Limits, time: str) -> None:
    """Equations that are not linear in what has an impulse have no limit."""
    dae = compiled.system.dae
    flat, representative = dae.flat, dae.aliases.representative
    layout, values = made.code.layout, made.simulation.values
    for row, _ in made.impulses.rows:
        group = flat.equations[row.group]
        slots = set()
        for slot, cell in enumerate(group.cells[row.index].tolist()):
            position = cell // CELLS
            if cell % CELLS == VALUE and int(representative[position]) in impulsive:
                slots.add(slot)
            elif cell % CELLS == DERIVATIVE and position < len(limits.known) and limits.known[position]:
                place, sign = layout.place(CELLS * position)
                if place >= 0 and limits.differ(position, sign * float(values[place]), float(flat.attributes.nominal[position])):
                    slots.add(slot)
        if len(slots) and has_no_limit(group.template, frozenset(slots)):
            names = _names(flat.tree.variable_name, [int(group.cells[row.index][slot]) // CELLS for slot in sorted(slots)])
            path = flat.tree.object_path(int(group.owners[row.index]))
            raise MosilaError(IMPULSE_NOT_LINEAR.at(group.spans[row.index], path, time=time, names=names))


def _refuse_moved(compiled: CompiledStructure, run: Run, limits: Limits, time: str) -> None:
    """What may not jump must be where the constraints want it already."""
    dae = compiled.system.dae
    derivative, representative = dae.aliases.derivative, dae.aliases.representative
    faults: dict[int, Diagnostic] = {}
    span = _constraint_span(compiled)
    for position in np.flatnonzero(limits.known & dae.flat.active[: len(limits.known)]).tolist():
        stands = int(representative[position])
        if stands in faults or derivative[stands] < 0 or derivative[derivative[stands]] < 0:
            continue
        value = float(run.cells[CELLS * position])
        if limits.differ(position, value, float(dae.flat.attributes.nominal[position])):
            was = f"{limits.cells[CELLS * position]:.10g}"
            name = dae.flat.tree.variable_name(position)
            faults[stands] = NOT_ON_CONSTRAINT.at(span, time=time, name=name, was=was, wanted=f"{value:.10g}")
    if faults:
        raise MosilaError(*faults.values())


def _constraint_span(compiled: CompiledStructure) -> Span:
    """Where the first constraint that was differentiated is written."""
    dae = compiled.system.dae
    chained = sorted(dae.reduced.chained_rows, key=lambda row: (row.group, row.index))
    return next((span for span in map(dae.row_span, chained) if span != NOWHERE), NOWHERE)


def _unknown_positions(made: CompiledImpulses) -> list[int]:
    return [cell // CELLS for _, cell in made.impulses.found.system.implicit_blocks]


def _not_unique(compiled: CompiledStructure, made: CompiledImpulses, positions: Iterable[int], time: str) -> Diagnostic:
    dae = compiled.system.dae
    own = {impulse: position for position, impulse in made.impulses.impulses}
    size = dae.base_size
    named = [own.get(position, position) for position in positions]
    names = _names(dae.flat.tree.variable_name, dict.fromkeys(position for position in named if position < size))
    return IMPULSE_NOT_UNIQUE.at(_constraint_span(compiled), time=time, names=names)


def _names(name: Callable[[int], str], positions: Iterable[int]) -> str:
    chosen = [f"`{name(position)}`" for position in positions]
    return ", ".join(chosen[:LISTED]) + (f" and {len(chosen) - LISTED} more" if len(chosen) > LISTED else "")
