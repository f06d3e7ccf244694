"""Sorting: DAE -> what the solver gets, and in which order the rest is computed before it.

A row that can be solved for its unknown, by a coefficient of parameters alone, is an assignment; the unknowns of all other
blocks are left to the solver, their rows as residuals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mosila.dae.blocks import find_blocks
from mosila.dae.explain_imbalance import Explainer
from mosila.dae.incidence import NO_COLUMN, Numbering, balances, row_cells
from mosila.dae.maximum_matching import FREE
from mosila.dae.patterns import patterns_of
from mosila.dae.peeling import LARGE, layers_of
from mosila.dae.rows import COMPUTED, SUM, Numbers, Row, Rows
from mosila.dae.solutions import solution
from mosila.dae.system import Assignment, Assignments, DaeSystem, SortedSystem
from mosila.dae.tearing import tear
from mosila.dataclass import dataclass
from mosila.diagnostics import Diagnostic, MosilaError
from mosila.instance.cells import kinds_of, positions_with
from mosila.instance.plan import CELLS, DERIVATIVE, PRE, RESERVED, VALUE, IntArray, Variability

DEPTH: Final = 40
"""Longest chain of assignments; a longer one is cut by leaving an unknown to the solver."""

TORN: Final = 20
"""Rows of a block that is torn: its unknowns follow from a few of them, which makes the matrix denser."""
TORN_WITHOUT_STATES: Final = 500

ByGroup = Sequence[tuple[int, Numbers, Numbers]]
"""(group, places among the rows, places in the group)."""


def sort(dae: DaeSystem, torn: int = TORN) -> SortedSystem:
    """Blocks in evaluation order, each as an assignment or left to the solver; of blocks up to `torn` rows only a few unknowns are."""
    numbering = Numbering(dae.flat, dae.aliases, dae.reduced.states)
    facts = _facts(dae, numbering)
    continuous = _assign_all(dae, facts) or _assign_by_block(dae, numbering, facts, torn)
    discrete = _sort_discrete(dae, numbering, continuous)
    integrated = dae.columns[(dae.column_levels > 0) & (dae.row_of_column != FREE)] // CELLS
    reduced = np.array(dae.reduced.states, dtype=np.int64)
    computed = np.full(len(reduced), COMPUTED)
    groups, indices = continuous.derivative_rows.groups, continuous.derivative_rows.indices
    derivative_states = np.concatenate((continuous.derivative_states, reduced))
    order = np.argsort(derivative_states, kind="stable")
    return SortedSystem(
        dae=dae,
        states=tuple(np.sort(np.concatenate((integrated, reduced))).tolist()),
        algebraic=continuous.algebraic,
        assignments=continuous.assignments,
        derivative_states=derivative_states[order],
        derivative_rows=Rows(np.concatenate((groups, computed)), np.concatenate((indices, computed))).chosen(order),
        implicit=continuous.implicit,
        implicit_blocks=continuous.blocks,
        held=dae.held,
        discrete=discrete,
        discrete_held=tuple((dae.discrete_columns[dae.row_of_discrete_column == FREE] // CELLS).tolist()),
        index=max(dae.reduced.level, _ties_states(dae)) + (1 if continuous.algebraic or len(continuous.assignments) else 0),
    )


def _ties_states(dae: DaeSystem) -> bool:
    """Whether variables that are each differentiated are equal: a constraint, though it needs no differentiation."""
    own = np.zeros(len(dae.aliases.representative), dtype=np.bool_)
    for group in dae.flat.equations:
        if not group.discrete:
            own[positions_with(group.cells, DERIVATIVE)] = True
    own[:RESERVED] = own[dae.base_size :] = False
    tied = np.zeros_like(own)
    tied[dae.aliases.representative[own]] = True
    return bool(np.count_nonzero(tied) < np.count_nonzero(own))


@dataclass(frozen=True, slots=True, eq=False)
class _Facts:
    """What sorting asks of a system."""

    column_of_row: Numbers
    solvable: NDArray[np.bool_]
    """By row: it can be solved for its column by dividing by what parameters and literals make."""
    reads_varying: NDArray[np.bool_]
    """By row: it reads time or a state; what it reads of other unknowns does not count."""
    is_read: NDArray[np.bool_]
    """By column: it stands in more than one row, or in a relation or discrete equation."""


@dataclass(frozen=True, slots=True, eq=False)
class _Continuous:
    """The sorted continuous part."""

    varies: NDArray[np.bool_]
    """By column: it depends on time or a state."""
    assignments: Assignments
    derivative_states: Numbers
    derivative_rows: Rows
    algebraic: tuple[int, ...] = ()
    implicit: tuple[Row, ...] = ()
    blocks: tuple[tuple[int, int], ...] = ()


@dataclass(slots=True)
class _Growing:
    """The sorted continuous part as it grows block by block; by column: its place in the chain of assignments, and whether it varies."""

    level: list[int]
    varies: list[bool]
    algebraic: list[int] = field(default_factory=list)
    assignments: list[Assignment] = field(default_factory=list)
    derivatives: list[tuple[Row, int]] = field(default_factory=list)
    implicit: list[Row] = field(default_factory=list)
    blocks: list[tuple[int, int]] = field(default_factory=list)
    left: set[int] = field(default_factory=set)

    def leave_to_solver(self, dae: DaeSystem, row: int, own: int, block: int) -> None:
        """A row as it is, and the unknown that it determines."""
        cell = int(dae.columns[own])
        self.blocks.append((block, cell))
        self.left.add(row)
        self.varies[own] = True
        self.implicit.append(dae.rows[row])
        if dae.column_levels[own] == 0:
            self.algebraic.append(cell // CELLS)

    def assign(self, row: Row, position: int, level: int, *, varies: bool, is_state: bool) -> None:
        """A row that is solved for a variable or for the derivative of a state."""
        self.assignments.append(Assignment(row, position, level, not varies, is_state))
        if is_state:
            self.derivatives.append((Row(COMPUTED, COMPUTED), position))

    def finished(self) -> _Continuous:
        """All of it."""
        return _Continuous(
            np.array(self.varies, dtype=np.bool_),
            Assignments.of(self.assignments),
            np.array([state for _, state in self.derivatives], dtype=np.int64),
            Rows.of(row for row, _ in self.derivatives),
            tuple(self.algebraic),
            tuple(self.implicit),
            tuple(self.blocks),
        )


def _facts(dae: DaeSystem, numbering: Numbering) -> _Facts:
    column_of_row = np.full(len(dae.rows), FREE, dtype=np.int64)
    matched = np.flatnonzero(dae.row_of_column != FREE)
    column_of_row[dae.row_of_column[matched]] = matched
    by_group = tuple(dae.rows.by_group())
    solvable = _solvable_rows(dae, numbering, column_of_row, by_group)
    return _Facts(column_of_row, solvable, _rows_that_vary(dae, numbering, by_group), _derivatives_read(dae, numbering))


def _assign_all(dae: DaeSystem, facts: _Facts) -> _Continuous | None:
    """All rows as assignments, layer by layer; None for a small system, or if some are in a loop or cannot be solved."""
    if len(dae.rows) < LARGE or dae.reduced.free_rows or not facts.solvable.all():
        return None
    layers = layers_of(dae.incidence, dae.row_of_column)
    if len(layers.rows) >= DEPTH or bool((layers.level < 0).any()):
        return None
    varies = facts.reads_varying.copy()
    order = np.argsort(layers.level[layers.reader], kind="stable")
    reader, source = layers.reader[order], layers.source[order]
    cuts = np.searchsorted(layers.level[reader], np.arange(len(layers.rows) + 1))
    for first, last in pairwise(cuts.tolist()):
        varies[reader[first:last][varies[source[first:last]]]] = True
    rows = np.concatenate(layers.rows)
    rows = rows[facts.column_of_row[rows] != FREE]
    own = facts.column_of_row[rows]
    positions, is_state = dae.columns[own].astype(np.int64) // CELLS, dae.column_levels[own] > 0
    is_assigned = ~is_state | facts.is_read[own]
    assigned = rows[is_assigned]
    varying = np.zeros(len(dae.columns), dtype=np.bool_)
    varying[own[is_assigned]] = varies[assigned]
    groups, indices = (np.where(is_assigned, COMPUTED, part[rows])[is_state] for part in (dae.rows.groups, dae.rows.indices))
    return _Continuous(
        varying,
        Assignments(dae.rows.chosen(assigned), positions[is_assigned], layers.level[assigned], ~varies[assigned], is_state[is_assigned]),
        positions[is_state],
        Rows(groups, indices),
    )


def _assign_by_block(dae: DaeSystem, numbering: Numbering, facts: _Facts, torn: int) -> _Continuous:
    """Block by block: what can be solved is assigned, other blocks are torn or left to the solver."""
    columns = len(dae.columns)
    result = _Growing([-1] * columns, [False] * columns)
    column_of_row, solvable = facts.column_of_row.tolist(), facts.solvable.tolist()
    reads_varying, is_read = facts.reads_varying.tolist(), facts.is_read.tolist()
    positions = (dae.columns // CELLS).tolist()
    free = [row for row in range(len(dae.rows)) if dae.rows[row] in dae.reduced.free_rows] if dae.reduced.free_rows else []
    for row in free:
        result.leave_to_solver(dae, row, column_of_row[row], 0)
    incidence, row_of_column = _without(dae, free, column_of_row)
    for number, block in enumerate(find_blocks(incidence, row_of_column), 1):
        row = block[0]
        own = column_of_row[row]
        if row in result.left or own == FREE:
            continue
        if len(block) == 1 and solvable[row]:
            others = [column for column in dae.incidence[row] if column != own]
            level = 1 + max((result.level[column] for column in others), default=-1)
            varies = reads_varying[row] or any(result.varies[column] for column in others)
            is_state = bool(dae.column_levels[own] > 0)
            if is_state and not is_read[own]:
                result.derivatives.append((dae.rows[row], positions[own]))
                continue
            if level < DEPTH or not varies:
                result.level[own], result.varies[own] = level, varies
                result.assign(dae.rows[row], positions[own], level, varies=varies, is_state=is_state)
                continue
        if 1 < len(block) <= torn:
            _tear(dae, numbering, result, block, column_of_row, reads_varying, number)
            continue
        for row in block:
            result.leave_to_solver(dae, row, column_of_row[row], number)
    return result.finished()


def _tear(
    dae: DaeSystem,
    numbering: Numbering,
    result: _Growing,
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
        is_state = bool(dae.column_levels[column] > 0)
        result.level[column], result.varies[column] = level, varies
        result.assign(dae.rows[row], int(dae.columns[column]) // CELLS, level, varies=varies, is_state=is_state)


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


def _without(dae: DaeSystem, rows: Sequence[int], column_of_row: Sequence[int]) -> tuple[Sequence[Sequence[int]], list[int]]:
    """Incidence and matching in which these rows read nothing and the columns they determine are known."""
    row_of_column: list[int] = dae.row_of_column.tolist()
    if not rows:
        return dae.incidence, row_of_column
    incidence = list(dae.incidence)
    for row in rows:
        incidence[row] = ()
        row_of_column[column_of_row[row]] = FREE
    return incidence, row_of_column


def _solvable_rows(dae: DaeSystem, numbering: Numbering, column_of_row: Numbers, by_group: ByGroup) -> NDArray[np.bool_]:
    flat = dae.flat
    is_parameter = flat.attributes.variability <= Variability.PARAMETER
    solvable = np.ones(len(dae.rows), dtype=np.bool_)
    for number, places, indices in by_group:
        if number == SUM:
            begin, positions, _ = balances(flat, indices)
            hits = numbering.column_of_cell[CELLS * positions] == np.repeat(column_of_row[places], np.diff(begin))
            solvable[places] = np.diff(np.concatenate(([0], np.cumsum(hits)))[begin]) == 1
        elif number >= 0:
            cells = flat.equations[number].cells[indices]
            hits = numbering.column_of_cell[cells] == column_of_row[places][:, None]
            known = is_parameter[cells // CELLS] & (kinds_of(cells) == VALUE)
            solvable[places] = _solvable_lines(dae, number, hits, known)
    return solvable


def _solvable_lines(dae: DaeSystem, number: int, hits: NDArray[np.bool_], known: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Solves the template of a group once for each slot and pattern of known slots."""
    template = dae.flat.equations[number].template
    first, inverse = patterns_of((hits, known))
    good: list[bool] = []
    for place in first.tolist():
        slots = np.flatnonzero(hits[place]).tolist()
        parameters = frozenset(np.flatnonzero(known[place]).tolist())
        good.append(len(slots) == 1 and solution(template, slots[0], parameters) is not None)
    return np.array(good, dtype=np.bool_)[inverse]


def _rows_that_vary(dae: DaeSystem, numbering: Numbering, by_group: ByGroup) -> NDArray[np.bool_]:
    flat = dae.flat
    varying = np.zeros(flat.tree.size * CELLS, dtype=np.bool_)
    varying[:CELLS] = True
    is_integrated = np.append((dae.row_of_column != FREE) & (dae.column_levels > 0), False)
    varying[VALUE::CELLS] |= is_integrated[numbering.variable_of_cell[VALUE::CELLS]]
    is_state = np.zeros(flat.tree.size, dtype=np.bool_)
    is_state[list(dae.reduced.states)] = True
    varying[VALUE::CELLS] |= is_state[dae.aliases.representative]
    found = np.zeros(len(dae.rows), dtype=np.bool_)
    for number, places, indices in by_group:
        if number == SUM:
            begin, positions, _ = balances(flat, indices)
            found[places] = np.diff(np.concatenate(([0], np.cumsum(varying[CELLS * positions])))[begin]) > 0
        elif number >= 0:
            found[places] = np.any(varying[flat.equations[number].cells[indices]], axis=1)
    return found


def _derivatives_read(dae: DaeSystem, numbering: Numbering) -> NDArray[np.bool_]:
    uses = np.zeros(len(dae.columns) + 1, dtype=np.int64)
    uses[:-1] += np.bincount(dae.incidence.columns, minlength=len(dae.columns))
    relations = [group.cells for group in dae.flat.relations]
    for cells in relations + [group.cells for group in dae.flat.equations if group.discrete]:
        derivatives = cells[kinds_of(cells) == DERIVATIVE]
        uses[numbering.column_of_cell[derivatives]] += 2
    return uses[:-1] > 1


def _sort_discrete(dae: DaeSystem, numbering: Numbering, continuous: _Continuous) -> Assignments:
    """The discrete equations as assignments, in an order in which each finds what it reads."""
    matched = np.flatnonzero(dae.row_of_discrete_column != FREE)
    column_of_row = dict(zip(dae.row_of_discrete_column[matched].tolist(), matched.tolist(), strict=True))
    varying = _varying_positions(dae, continuous)
    level = [-1] * len(dae.discrete_columns)
    varies = [False] * len(dae.discrete_columns)
    assignments: list[Assignment] = []
    loops: list[Diagnostic] = []
    for block in find_blocks(dae.discrete_incidence, dae.row_of_discrete_column.tolist()):
        row = block[0]
        own = column_of_row[row]
        if len(block) > 1 or not _is_assignable(dae, numbering, dae.discrete_rows[row], own):
            positions = [int(dae.discrete_columns[column_of_row[member]]) // CELLS for member in block]
            loops.append(Explainer(numbering, dae.discrete_rows, discrete=True).discrete_loop(block, positions))
            continue
        others = [column for column in dae.discrete_incidence[row] if column != own]
        cells = dae.flat.equations[dae.discrete_rows[row].group].cells[dae.discrete_rows[row].index]
        level[own] = 1 + max((level[column] for column in others), default=-1)
        reads = dae.aliases.representative[cells[kinds_of(cells) != PRE] // CELLS]
        varies[own] = bool(varying[reads].any()) or any(varies[column] for column in others)
        position = int(dae.discrete_columns[own]) // CELLS
        assignments.append(Assignment(dae.discrete_rows[row], position, level[own], not varies[own]))
    if loops:
        raise MosilaError(*loops)
    return Assignments.of(assignments)


def _varying_positions(dae: DaeSystem, continuous: _Continuous) -> NDArray[np.bool_]:
    """By position: time, a state, an unknown of the solver, or what depends on them."""
    varying = np.zeros(dae.flat.tree.size, dtype=np.bool_)
    varying[0] = True
    is_state = (dae.column_levels > 0) & (dae.row_of_column != FREE)
    varying[dae.columns // CELLS] = is_state | continuous.varies
    varying[list(dae.reduced.states)] = True
    return varying


def _is_assignable(dae: DaeSystem, numbering: Numbering, row: Row, own: int) -> bool:
    """Whether a discrete row can be solved for its variable, which stands in it once."""
    group = dae.flat.equations[row.group]
    hits: IntArray = np.flatnonzero(numbering.discrete_column_of_cell[group.cells[row.index]] == own).astype(np.int32)
    return len(hits) == 1 and own != NO_COLUMN and solution(group.template, int(hits[0])) is not None
