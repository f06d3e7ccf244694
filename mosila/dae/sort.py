"""Sorting: DAE -> what the solver gets, and in which order the rest is computed before it.

A row that can be solved for its unknown, by a coefficient of parameters alone, is an assignment; the unknowns of all other
blocks are left to the solver, their rows as residuals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mosila.dae.blocks import find_blocks
from mosila.dae.explain_imbalance import Explainer
from mosila.dae.incidence import NO_COLUMN, Numbering, row_cells
from mosila.dae.maximum_matching import FREE
from mosila.dae.peeling import LARGE, Layers, edges_of, layers_of
from mosila.dae.rows import SUM, Row
from mosila.dae.solutions import solution
from mosila.dae.system import Assignment, DaeSystem, SortedSystem
from mosila.dae.tearing import tear
from mosila.diagnostics import Diagnostic, MosilaError
from mosila.instance.plan import CELLS, DERIVATIVE, PRE, RESERVED, VALUE, IntArray, Variability

DEPTH: Final = 40
"""Longest chain of assignments; a longer one is cut by leaving an unknown to the solver."""


ByGroup = list[tuple[int, NDArray[np.int64], NDArray[np.int64]]]
"""(group, places among the rows, places in the group)."""

TORN: Final = 20
"""Rows of a block that is torn: its unknowns follow from a few of them, which makes the matrix denser."""
TORN_WITHOUT_STATES: Final = 500


def sort(dae: DaeSystem, torn: int = TORN) -> SortedSystem:
    """Blocks in evaluation order, each as an assignment or left to the solver; of blocks up to `torn` rows only a few unknowns are."""
    numbering = Numbering(dae.flat, dae.aliases, dae.reduced.states)
    continuous = _sort_continuous(dae, numbering, torn)
    discrete = _sort_discrete(dae, numbering, continuous)
    positions = [cell // CELLS for cell in dae.columns]
    determined = [row != FREE for row in dae.row_of_column]
    states = [p for p, level, known in zip(positions, dae.column_levels, determined, strict=True) if level and known]
    states = sorted((*states, *dae.reduced.states))
    continuous.explicit_derivatives.extend((None, state) for state in dae.reduced.states)
    free = [cell // CELLS for cell, row in zip(dae.discrete_columns, dae.row_of_discrete_column, strict=True) if row == FREE]
    return SortedSystem(
        dae=dae,
        states=tuple(states),
        algebraic=tuple(continuous.algebraic),
        assignments=tuple(continuous.assignments),
        explicit_derivatives=tuple(sorted(continuous.explicit_derivatives, key=lambda pair: pair[1])),
        implicit=tuple(continuous.implicit),
        implicit_blocks=tuple(continuous.blocks),
        held=dae.held,
        discrete=discrete,
        discrete_held=tuple(free),
        index=max(dae.reduced.level, _ties_states(dae)) + (1 if continuous.algebraic or continuous.assignments else 0),
    )


def _ties_states(dae: DaeSystem) -> bool:
    """Whether variables that are each differentiated are equal: a constraint, though it needs no differentiation."""
    groups = [group.cells[group.cells % CELLS == DERIVATIVE] // CELLS for group in dae.flat.equations if not group.discrete]
    own = np.unique(np.concatenate(groups)) if groups else np.zeros(0, dtype=np.int32)
    own = own[(own >= RESERVED) & (own < dae.base_size)]
    return len(np.unique(dae.aliases.representative[own])) < len(own)


@dataclass(slots=True)
class _Continuous:
    """The sorted continuous part as it grows; by column: its place in the chain of assignments, and whether it varies."""

    level: list[int]
    varies: list[bool]
    algebraic: list[int] = field(default_factory=list)
    assignments: list[Assignment] = field(default_factory=list)
    explicit_derivatives: list[tuple[Row | None, int]] = field(default_factory=list)
    implicit: list[Row] = field(default_factory=list)
    blocks: list[tuple[int, int]] = field(default_factory=list)
    left: set[int] = field(default_factory=set)

    def leave_to_solver(self, dae: DaeSystem, row: int, own: int, block: int) -> None:
        """A row as it is, and the unknown that it determines."""
        self.blocks.append((block, dae.columns[own]))
        self.left.add(row)
        self.varies[own] = True
        self.implicit.append(dae.rows[row])
        if dae.column_levels[own] == 0:
            self.algebraic.append(dae.columns[own] // CELLS)


def _sort_continuous(dae: DaeSystem, numbering: Numbering, torn: int) -> _Continuous:
    columns = len(dae.columns)
    result = _Continuous([-1] * columns, [False] * columns)
    column_of_row = [FREE] * len(dae.rows)
    for column, row in enumerate(dae.row_of_column):
        if row != FREE:
            column_of_row[row] = column
    by_group = _rows_by_group(dae.rows)
    solvable = _solvable_rows(dae, numbering, column_of_row, by_group)
    reads_varying = _rows_that_vary(dae, numbering, by_group)
    is_read = _derivatives_read(dae, numbering)
    positions = (np.array(dae.columns, dtype=np.int64) // CELLS).tolist()
    free = [row for row in range(len(dae.rows)) if dae.rows[row] in dae.reduced.free_rows] if dae.reduced.free_rows else []
    for row in free:
        result.leave_to_solver(dae, row, column_of_row[row], 0)
    incidence, row_of_column = _without(dae, free, column_of_row)
    if len(dae.rows) >= LARGE and not free:
        layers = layers_of(incidence, row_of_column)
        if all(solvable) and len(layers.rows) < DEPTH and bool((layers.level >= 0).all()):
            _assign_all(dae, layers, result, column_of_row, reads_varying, is_read)
            return result
    for number, block in enumerate(find_blocks(incidence, row_of_column), 1):
        row = block[0]
        own = column_of_row[row]
        if row in result.left or own == FREE:
            continue
        if len(block) == 1 and solvable[row]:
            others = [column for column in dae.incidence[row] if column != own]
            level = 1 + max((result.level[column] for column in others), default=-1)
            varies = reads_varying[row] or any(result.varies[column] for column in others)
            is_state = dae.column_levels[own] > 0
            if is_state and not is_read[own]:
                result.explicit_derivatives.append((dae.rows[row], positions[own]))
                continue
            if level < DEPTH or not varies:
                result.level[own], result.varies[own] = level, varies
                result.assignments.append(Assignment(dae.rows[row], positions[own], level, not varies, is_state))
                if is_state:
                    result.explicit_derivatives.append((None, positions[own]))
                continue
        if 1 < len(block) <= torn:
            _tear(dae, numbering, result, block, column_of_row, reads_varying, number)
            continue
        for row in block:
            result.leave_to_solver(dae, row, column_of_row[row], number)
    return result


def _assign_all(
    dae: DaeSystem,
    layers: Layers,
    result: _Continuous,
    column_of_row: Sequence[int],
    reads_varying: Sequence[bool],
    is_read: Sequence[bool],
) -> None:
    """All rows as assignments, layer by layer: none is in a loop, and each can be solved."""
    varies = np.array(reads_varying, dtype=np.bool_)
    order = np.argsort(layers.level[layers.reader], kind="stable")
    reader, source = layers.reader[order], layers.source[order]
    cuts = np.searchsorted(layers.level[reader], np.arange(len(layers.rows) + 1))
    for first, last in pairwise(cuts.tolist()):
        varies[reader[first:last][varies[source[first:last]]]] = True
    varying = varies.tolist()
    rows, derivatives, assignments = dae.rows, result.explicit_derivatives, result.assignments
    positions = (np.array(dae.columns, dtype=np.int64) // CELLS).tolist()
    for level, layer in enumerate(layers.rows):
        for row in layer.tolist():
            own = column_of_row[row]
            if own == FREE:
                continue
            is_state = dae.column_levels[own] > 0
            if is_state and not is_read[own]:
                derivatives.append((rows[row], positions[own]))
                continue
            result.level[own], result.varies[own] = level, varying[row]
            assignments.append(Assignment(rows[row], positions[own], level, not varying[row], is_state))
            if is_state:
                derivatives.append((None, positions[own]))


def _tear(
    dae: DaeSystem,
    numbering: Numbering,
    result: _Continuous,
    block: Sequence[int],
    column_of_row: Sequence[int],
    reads_varying: Sequence[bool],
    number: int,
) -> None:
    """Leaves a few unknowns of a block to the solver, and computes the others from them."""
    own = {column_of_row[row] for row in block}
    members = [[column for column in dae.incidence[row] if column in own] for row in block]
    solvable = [_solvable_columns(dae, numbering, dae.rows[row], columns) for row, columns in zip(block, members, strict=True)]
    torn = tear(members, solvable)
    for place, column in zip(torn.residual, torn.guessed, strict=True):
        result.leave_to_solver(dae, block[place], column, number)
    for place, column in torn.solved:
        row = block[place]
        others = [other for other in dae.incidence[row] if other != column]
        level = 1 + max((result.level[other] for other in others), default=-1)
        varies = reads_varying[row] or any(result.varies[other] for other in others)
        if level >= DEPTH:
            result.leave_to_solver(dae, row, column, number)
            continue
        is_state = dae.column_levels[column] > 0
        position = dae.columns[column] // CELLS
        result.level[column], result.varies[column] = level, varies
        result.assignments.append(Assignment(dae.rows[row], position, level, not varies, is_state))
        if is_state:
            result.explicit_derivatives.append((None, position))


def _solvable_columns(dae: DaeSystem, numbering: Numbering, row: Row, columns: Sequence[int]) -> frozenset[int]:
    """Those of the columns that a row can be solved for by dividing by a literal; parameters may be zero."""
    cells = row_cells(dae.flat, row)
    places = numbering.column_of_cell[cells]
    hits = {column: np.flatnonzero(places == column).tolist() for column in columns}
    if row.group < 0:
        return frozenset(column for column in columns if len(hits[column]) == 1)
    literal = dae.flat.attributes.literal
    known = frozenset(slot for slot, cell in enumerate(cells.tolist()) if literal.get(cell, 0.0) != 0.0)
    template = dae.flat.equations[row.group].template
    return frozenset(c for c in columns if len(hits[c]) == 1 and solution(template, hits[c][0], known) is not None)


def _without(dae: DaeSystem, rows: Sequence[int], column_of_row: Sequence[int]) -> tuple[Sequence[Sequence[int]], Sequence[int]]:
    """Incidence and matching in which these rows read nothing and the columns they determine are known."""
    if not rows:
        return dae.incidence, dae.row_of_column
    incidence, row_of_column = list(dae.incidence), list(dae.row_of_column)
    for row in rows:
        incidence[row] = ()
        row_of_column[column_of_row[row]] = FREE
    return incidence, row_of_column


def _solvable_rows(dae: DaeSystem, numbering: Numbering, column_of_row: Sequence[int], by_group: ByGroup) -> list[bool]:
    """By row: it can be solved for its column by dividing by what parameters and literals make."""
    flat = dae.flat
    is_parameter = flat.attributes.variability <= Variability.PARAMETER
    solvable = [True] * len(dae.rows)
    owners = np.array(column_of_row, dtype=np.int32)
    for number, places, indices in by_group:
        if number == SUM:
            for place, index in zip(places.tolist(), indices.tolist(), strict=True):
                cells = np.array(flat.sums[index].positions, dtype=np.int32) * CELLS
                solvable[place] = int((numbering.column_of_cell[cells] == column_of_row[place]).sum()) == 1
        elif number >= 0:
            cells = flat.equations[number].cells[indices]
            hits = numbering.column_of_cell[cells] == owners[places][:, None]
            known = is_parameter[cells // CELLS] & (cells % CELLS == VALUE)
            found = _solvable_lines(dae, number, hits, known)
            if not all(found):
                for place, good in zip(places.tolist(), found, strict=True):
                    solvable[place] = good
    return solvable


def _solvable_lines(dae: DaeSystem, number: int, hits: NDArray[np.bool_], known: NDArray[np.bool_]) -> list[bool]:
    """Solves the template of a group once for each slot and pattern of known slots."""
    template = dae.flat.equations[number].template
    lines = [line.tobytes() for line in np.packbits(np.concatenate((hits, known), axis=1), axis=1)]
    good: dict[bytes, bool] = {}
    for place, line in enumerate(lines):
        if line not in good:
            slots = np.flatnonzero(hits[place]).tolist()
            parameters = frozenset(np.flatnonzero(known[place]).tolist())
            good[line] = len(slots) == 1 and solution(template, slots[0], parameters) is not None
    return [good[line] for line in lines]


def _rows_that_vary(dae: DaeSystem, numbering: Numbering, by_group: ByGroup) -> list[bool]:
    """By row: it reads time or a state; what it reads of other unknowns does not count."""
    flat = dae.flat
    varying = np.zeros(flat.tree.size * CELLS, dtype=np.bool_)
    varying[:CELLS] = True
    determined = np.append(np.array(dae.row_of_column, dtype=np.int64) != FREE, False)
    states = np.append(np.array(dae.column_levels, dtype=np.int64) > 0, False)
    varying[VALUE::CELLS] |= (states & determined)[numbering.variable_of_cell[VALUE::CELLS]]
    is_state = np.zeros(flat.tree.size, dtype=np.bool_)
    is_state[list(dae.reduced.states)] = True
    varying[VALUE::CELLS] |= is_state[dae.aliases.representative]
    found = np.zeros(len(dae.rows), dtype=np.bool_)
    for number, places, indices in by_group:
        if number == SUM:
            for place, index in zip(places.tolist(), indices.tolist(), strict=True):
                found[place] = bool(varying[np.array(flat.sums[index].positions, dtype=np.int32) * CELLS].any())
        elif number >= 0:
            found[places] = np.any(varying[flat.equations[number].cells[indices]], axis=1)
    return found.tolist()


def _derivatives_read(dae: DaeSystem, numbering: Numbering) -> list[bool]:
    """By column: it stands in more than one row, or in a relation or discrete equation."""
    uses = np.zeros(len(dae.columns) + 1, dtype=np.int64)
    uses[:-1] += np.bincount(edges_of(dae.incidence)[1], minlength=len(dae.columns))
    relations = [group.cells for group in dae.flat.relations]
    for cells in relations + [group.cells for group in dae.flat.equations if group.discrete]:
        derivatives = cells[cells % CELLS == DERIVATIVE]
        uses[numbering.column_of_cell[derivatives]] += 2
    return [count > 1 for count in uses[:-1].tolist()]


def _rows_by_group(rows: Sequence[Row]) -> ByGroup:
    """(group, places among the rows, places in the group)."""
    groups = np.fromiter((row.group for row in rows), dtype=np.int64, count=len(rows))
    indices = np.fromiter((row.index for row in rows), dtype=np.int64, count=len(rows))
    order = np.argsort(groups, kind="stable")
    parts = np.split(order, np.flatnonzero(np.diff(groups[order])) + 1)
    return [(int(groups[places[0]]), places, indices[places]) for places in parts if len(places)]


def _sort_discrete(dae: DaeSystem, numbering: Numbering, continuous: _Continuous) -> tuple[Assignment, ...]:
    """The discrete equations as assignments, in an order in which each finds what it reads."""
    column_of_row = {row: column for column, row in enumerate(dae.row_of_discrete_column) if row != FREE}
    varying = _varying_positions(dae, continuous)
    level = [-1] * len(dae.discrete_columns)
    varies = [False] * len(dae.discrete_columns)
    assignments: list[Assignment] = []
    loops: list[Diagnostic] = []
    for block in find_blocks(dae.discrete_incidence, dae.row_of_discrete_column):
        row = block[0]
        own = column_of_row[row]
        if len(block) > 1 or not _is_assignable(dae, numbering, dae.discrete_rows[row], own):
            positions = [dae.discrete_columns[column_of_row[member]] // CELLS for member in block]
            loops.append(Explainer(numbering, dae.discrete_rows, discrete=True).discrete_loop(block, positions))
            continue
        others = [column for column in dae.discrete_incidence[row] if column != own]
        cells = dae.flat.equations[dae.discrete_rows[row].group].cells[dae.discrete_rows[row].index]
        level[own] = 1 + max((level[column] for column in others), default=-1)
        reads = dae.aliases.representative[cells[cells % CELLS != PRE] // CELLS]
        varies[own] = bool(varying[reads].any()) or any(varies[column] for column in others)
        position = dae.discrete_columns[own] // CELLS
        assignments.append(Assignment(dae.discrete_rows[row], position, level[own], not varies[own]))
    if loops:
        raise MosilaError(*loops)
    return tuple(assignments)


def _varying_positions(dae: DaeSystem, continuous: _Continuous) -> NDArray[np.bool_]:
    """By position: time, a state, an unknown of the solver, or what depends on them."""
    varying = np.zeros(dae.flat.tree.size, dtype=np.bool_)
    varying[0] = True
    is_state = (np.array(dae.column_levels) > 0) & (np.array(dae.row_of_column) != FREE)
    varying[np.array(dae.columns, dtype=np.int64) // CELLS] = is_state | np.array(continuous.varies, dtype=np.bool_)
    varying[list(dae.reduced.states)] = True
    return varying


def _is_assignable(dae: DaeSystem, numbering: Numbering, row: Row, own: int) -> bool:
    """Whether a discrete row can be solved for its variable, which stands in it once."""
    group = dae.flat.equations[row.group]
    hits: IntArray = np.flatnonzero(numbering.discrete_column_of_cell[group.cells[row.index]] == own).astype(np.int32)
    return len(hits) == 1 and own != NO_COLUMN and solution(group.template, int(hits[0])) is not None
