"""Which unknown occurs in which equation: flat model and aliases -> numbered columns, rows and their incidence."""

from __future__ import annotations

from functools import cached_property
from itertools import chain, pairwise

import numpy as np
from numpy.typing import NDArray

from mosila.dae.aliases import FoundAliases
from mosila.dae.late_calls import slots_after_inlining
from mosila.dae.rows import SUM, Incidence, Numbers, Row, Rows
from mosila.dae.solutions import cancels
from mosila.dae.system import Aliases
from mosila.dataclass import dataclass
from mosila.flat.flat import EquationGroup, FlatModel
from mosila.flat.program import ROLES
from mosila.instance.plan import CELLS, DERIVATIVE, RESERVED, VALUE, IntArray, Role, Variability

NO_COLUMN = -1


@dataclass(frozen=True, eq=False)
class Numbering:
    """The unknowns of a structure: cells by column, and by cell the column that stands there."""

    flat: FlatModel
    aliases: Aliases
    states: tuple[int, ...] = ()
    """Representatives that are known though their derivatives are variables of their own."""

    @cached_property
    def positions(self) -> IntArray:
        """The representatives that are unknown and continuous, in order."""
        attributes = self.flat.attributes
        known = attributes.variability != Variability.CONTINUOUS
        unknown = self.flat.active & ~known & self._is_representative
        unknown[:RESERVED] = False
        unknown[list(self.states)] = False
        return np.flatnonzero(unknown).astype(np.int32)

    @cached_property
    def is_state(self) -> NDArray[np.bool_]:
        """By column: the variable is differentiated, and its derivative is no variable of its own."""
        found: NDArray[np.bool_] = self.aliases.differentiated[self.positions] & (self.aliases.derivative[self.positions] < 0)
        return found

    @cached_property
    def cells(self) -> IntArray:
        """By column: the cell of the highest derivative."""
        return (self.positions * CELLS + np.where(self.is_state, DERIVATIVE, VALUE)).astype(np.int32)

    @cached_property
    def variable_of_cell(self) -> IntArray:
        """By cell: the column of the unknown whose value or derivative it holds, itself or as an alias."""
        by_position = np.full(self.flat.tree.size, NO_COLUMN, dtype=np.int32)
        by_position[self.positions] = np.arange(len(self.positions), dtype=np.int32)
        shared = by_position[self.aliases.representative]
        found = np.full(self.flat.tree.size * CELLS, NO_COLUMN, dtype=np.int32)
        found[VALUE::CELLS] = found[DERIVATIVE::CELLS] = shared
        derivative = self.aliases.derivative[self.aliases.representative]
        found[DERIVATIVE::CELLS][derivative >= 0] = by_position[derivative[derivative >= 0]]
        return found

    @cached_property
    def column_of_cell(self) -> IntArray:
        """By cell: the column if it holds the highest derivative of an unknown; the value of a state is known."""
        found = self.variable_of_cell.copy()
        state = np.zeros(len(self.positions) + 1, dtype=np.bool_)
        state[:-1] = self.is_state
        found[VALUE::CELLS][state[found[VALUE::CELLS]]] = NO_COLUMN
        is_own = self.aliases.derivative[self.aliases.representative] >= 0
        found[DERIVATIVE::CELLS][~state[found[DERIVATIVE::CELLS]] & ~is_own] = NO_COLUMN
        return found

    @cached_property
    def column_or_state_of_cell(self) -> IntArray:
        """Like `column_of_cell`, with column n + c for the value of the state whose derivative is column c of n."""
        found = self.column_of_cell.copy()
        values = self.variable_of_cell[VALUE::CELLS]
        is_value = (found[VALUE::CELLS] == NO_COLUMN) & (values != NO_COLUMN)
        found[VALUE::CELLS][is_value] = values[is_value] + len(self.positions)
        return found

    @cached_property
    def discrete_positions(self) -> IntArray:
        """The representatives that are discrete and no values of relations or clocks, in order."""
        attributes = self.flat.attributes
        unknown = self.flat.active & (attributes.variability == Variability.DISCRETE) & self._is_representative
        unknown[:RESERVED] = False
        known = (attributes.role == ROLES.index(Role.RELATION)) | (attributes.role == ROLES.index(Role.SAMPLE))
        return np.flatnonzero(unknown & ~known).astype(np.int32)

    @cached_property
    def discrete_column_of_cell(self) -> IntArray:
        """By cell: the discrete column whose value it holds; values before the event are known."""
        by_position = np.full(self.flat.tree.size, NO_COLUMN, dtype=np.int32)
        by_position[self.discrete_positions] = np.arange(len(self.discrete_positions), dtype=np.int32)
        found = np.full(self.flat.tree.size * CELLS, NO_COLUMN, dtype=np.int32)
        found[VALUE::CELLS] = by_position[self.aliases.representative]
        return found

    @cached_property
    def _is_representative(self) -> NDArray[np.bool_]:
        size = self.flat.tree.size
        found: NDArray[np.bool_] = self.aliases.representative == np.arange(size, dtype=np.int32)
        return found


def continuous_rows(numbering: Numbering, found: FoundAliases) -> tuple[Rows, Incidence]:
    """The rows that aliases have not used up, and the columns in each."""
    groups, indices = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int64)]
    for number, group in enumerate(numbering.flat.equations):
        if not group.discrete:
            indices.append(_left_over(found, number, len(group)))
            groups.append(np.full(len(indices[-1]), number, dtype=np.int64))
    indices.append(np.flatnonzero(~found.used[SUM]))
    groups.append(np.full(len(indices[-1]), SUM, dtype=np.int64))
    rows = Rows(np.concatenate(groups), np.concatenate(indices))
    return rows, continuous_incidence(numbering, found, numbering.column_of_cell)


def continuous_incidence(numbering: Numbering, found: FoundAliases, column_of_cell: IntArray) -> Incidence:
    """The columns, by a numbering of cells, in each of the rows that aliases have not used up."""
    parts: list[tuple[Numbers, Numbers]] = []
    for number, group in enumerate(numbering.flat.equations):
        if not group.discrete:
            parts.append(group_incidence(group, _left_over(found, number, len(group)), column_of_cell, numbering.aliases))
    parts.append(sum_incidence(numbering, np.flatnonzero(~found.used[SUM]), column_of_cell))
    return Incidence.joined(parts)


def incidence_of(numbering: Numbering, rows: Rows) -> Incidence:
    """The columns in each of the rows, which stand group by group."""
    parts: list[tuple[Numbers, Numbers]] = []
    cuts = [0, *(np.flatnonzero(np.diff(rows.groups)) + 1).tolist(), len(rows)] if len(rows) else [0]
    for first, last in pairwise(cuts):
        number, places = int(rows.groups[first]), rows.indices[first:last]
        if number >= 0:
            parts.append(group_incidence(numbering.flat.equations[number], places, numbering.column_of_cell, numbering.aliases))
        elif number == SUM:
            parts.append(sum_incidence(numbering, places, numbering.column_of_cell))
        else:
            parts.append((np.ones(len(places), dtype=np.int64), numbering.column_of_cell[CELLS * places].astype(np.int64)))
    return Incidence.joined(parts)


def _left_over(found: FoundAliases, number: int, size: int) -> Numbers:
    used = found.used.get(number)
    return np.arange(size) if used is None else np.flatnonzero(~used)


def discrete_rows(numbering: Numbering) -> tuple[Rows, Incidence]:
    """The discrete rows, and the discrete columns in each."""
    groups, indices = [np.zeros(0, dtype=np.int64)], [np.zeros(0, dtype=np.int64)]
    parts: list[tuple[Numbers, Numbers]] = []
    for number, group in enumerate(numbering.flat.equations):
        if group.discrete:
            indices.append(np.arange(len(group)))
            groups.append(np.full(len(group), number, dtype=np.int64))
            parts.append(group_incidence(group, indices[-1], numbering.discrete_column_of_cell, numbering.aliases))
    return Rows(np.concatenate(groups), np.concatenate(indices)), Incidence.joined(parts)


def row_cells(flat: FlatModel, row: Row) -> IntArray:
    """The cells that a row reads."""
    if row.group >= 0:
        found: IntArray = flat.equations[row.group].cells[row.index]
        return found
    positions = flat.sums[row.index].positions if row.group == SUM else (row.index,)
    return np.array(positions, dtype=np.int32) * CELLS


def group_incidence(group: EquationGroup, places: Numbers, column_of_cell: IntArray, aliases: Aliases) -> tuple[Numbers, Numbers]:
    """How many columns there are in each of the chosen equations of a group, and the columns.

    A variable that drops out because of aliases is left out.
    """
    slots = sorted(slots_after_inlining(group.template))
    cells = group.cells[places][:, slots]
    columns = column_of_cell[cells]
    ordered = np.sort(columns, axis=1)
    repeated = ((ordered[:, 1:] == ordered[:, :-1]) & (ordered[:, 1:] != NO_COLUMN)).any(axis=1)
    for index in np.flatnonzero(repeated).tolist():
        kept = _without_cancelled(group, slots, columns[index], aliases.sign[cells[index] // CELLS])
        ordered[index] = NO_COLUMN
        ordered[index, : len(kept)] = kept
    is_there = ordered != NO_COLUMN
    return is_there.sum(axis=1), ordered[is_there]


def _without_cancelled(group: EquationGroup, slots: list[int], columns: IntArray, signs: NDArray[np.int8]) -> tuple[int, ...]:
    places: dict[int, list[int]] = {}
    for place, column in enumerate(columns.tolist()):
        if column != NO_COLUMN:
            places.setdefault(column, []).append(place)
    kept: list[int] = []
    for column, found in sorted(places.items()):
        its_slots = tuple(slots[place] for place in found)
        its_signs = tuple(int(signs[place]) for place in found)
        if len(found) == 1 or not cancels(group.template, its_slots, its_signs):
            kept.append(column)
    return tuple(kept)


def sum_incidence(numbering: Numbering, places: Numbers, column_of_cell: IntArray) -> tuple[Numbers, Numbers]:
    """How many columns there are in each of these balances, and the columns; those whose coefficients add up to zero are left out."""
    begin, positions, coefficients = balances(numbering.flat, places)
    columns = column_of_cell[positions * CELLS].astype(np.int64)
    known = columns == NO_COLUMN
    width = len(numbering.positions) * 2 + 1
    keys = (np.repeat(np.arange(len(places)), np.diff(begin)) * width + columns)[~known]
    distinct, inverse = np.unique(keys, return_inverse=True)
    total = np.bincount(inverse, weights=(numbering.aliases.sign[positions] * coefficients)[~known], minlength=len(distinct))
    kept = distinct[total != 0.0]
    return np.bincount(kept // width, minlength=len(places)), kept % width


def balances(flat: FlatModel, places: Numbers) -> tuple[Numbers, Numbers, NDArray[np.float64]]:
    """Of these balances: where each begins, the positions in them, the coefficients."""
    chosen = [flat.sums[place] for place in places.tolist()]
    begin = np.cumsum([0, *(len(balance.positions) for balance in chosen)], dtype=np.int64)
    positions = np.fromiter(chain.from_iterable(balance.positions for balance in chosen), dtype=np.int64, count=int(begin[-1]))
    coefficients = chain.from_iterable(balance.coefficients for balance in chosen)
    return begin, positions, np.fromiter(coefficients, dtype=np.float64, count=int(begin[-1]))
