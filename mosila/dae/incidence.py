"""Which unknown occurs in which equation: flat model and aliases -> numbered columns, rows and their incidence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from mosila.dae.aliases import FoundAliases
from mosila.dae.late_calls import slots_after_inlining
from mosila.dae.rows import SUM, Row, first_rows
from mosila.dae.solutions import cancels
from mosila.dae.system import Aliases
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


def continuous_rows(numbering: Numbering, found: FoundAliases) -> tuple[list[Row], list[tuple[int, ...]]]:
    """The rows that aliases have not used up, and the columns in each."""
    rows: list[Row] = []
    for number, group in enumerate(numbering.flat.equations):
        if not group.discrete:
            known = first_rows(number, len(group))
            rows.extend([known[index] for index in _left_over(found, number, len(group)).tolist()])
    sums = first_rows(SUM, len(found.used[SUM]))
    rows.extend(sums[index] for index in np.flatnonzero(~found.used[SUM]).tolist())
    return rows, continuous_incidence(numbering, found, numbering.column_of_cell)


def continuous_incidence(numbering: Numbering, found: FoundAliases, column_of_cell: IntArray) -> list[tuple[int, ...]]:
    """The columns, by a numbering of cells, in each of the rows that aliases have not used up."""
    incidence: list[tuple[int, ...]] = []
    for number, group in enumerate(numbering.flat.equations):
        if not group.discrete:
            incidence.extend(group_incidence(group, _left_over(found, number, len(group)), column_of_cell, numbering.aliases))
    for index in np.flatnonzero(~found.used[SUM]).tolist():
        incidence.append(sum_incidence(numbering, index, column_of_cell))
    return incidence


def incidence_of(numbering: Numbering, rows: Sequence[Row]) -> list[tuple[int, ...]]:
    """The columns in each of the rows, which stand group by group."""
    incidence: list[tuple[int, ...]] = []
    for number, members in groupby(rows, lambda row: row.group):
        places = np.array([row.index for row in members], dtype=np.int64)
        if number >= 0:
            group = numbering.flat.equations[number]
            incidence.extend(group_incidence(group, places, numbering.column_of_cell, numbering.aliases))
        elif number == SUM:
            incidence.extend(sum_incidence(numbering, index, numbering.column_of_cell) for index in places.tolist())
        else:
            incidence.extend((int(numbering.column_of_cell[CELLS * position]),) for position in places.tolist())
    return incidence


def _left_over(found: FoundAliases, number: int, size: int) -> NDArray[np.int64]:
    used = found.used.get(number)
    return np.arange(size) if used is None else np.flatnonzero(~used)


def discrete_rows(numbering: Numbering) -> tuple[list[Row], list[tuple[int, ...]]]:
    """The discrete rows, and the discrete columns in each."""
    rows: list[Row] = []
    incidence: list[tuple[int, ...]] = []
    for number, group in enumerate(numbering.flat.equations):
        if group.discrete:
            places = np.arange(len(group))
            rows.extend(Row(number, index) for index in places.tolist())
            incidence.extend(group_incidence(group, places, numbering.discrete_column_of_cell, numbering.aliases))
    return rows, incidence


def row_cells(flat: FlatModel, row: Row) -> IntArray:
    """The cells that a row reads."""
    if row.group >= 0:
        found: IntArray = flat.equations[row.group].cells[row.index]
        return found
    positions = flat.sums[row.index].positions if row.group == SUM else (row.index,)
    return np.array(positions, dtype=np.int32) * CELLS


def group_incidence(group: EquationGroup, places: NDArray[np.int64], column_of_cell: IntArray, aliases: Aliases) -> list[tuple[int, ...]]:
    """The columns in the chosen equations of a group; a variable that drops out because of aliases is left out."""
    slots = sorted(slots_after_inlining(group.template))
    cells = group.cells[places][:, slots]
    columns = column_of_cell[cells]
    ordered = np.sort(columns, axis=1)
    repeated = ((ordered[:, 1:] == ordered[:, :-1]) & (ordered[:, 1:] != NO_COLUMN)).any(axis=1)
    complete = (ordered != NO_COLUMN).all(axis=1) & ~repeated
    incidence: list[tuple[int, ...]] = list(map(tuple, ordered.tolist()))
    for index in np.flatnonzero(~complete & ~repeated).tolist():
        incidence[index] = tuple(column for column in incidence[index] if column != NO_COLUMN)
    for index in np.flatnonzero(repeated).tolist():
        signs = aliases.sign[cells[index] // CELLS]
        incidence[index] = _without_cancelled(group, slots, columns[index], signs)
    return incidence


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


def sum_incidence(numbering: Numbering, index: int, column_of_cell: IntArray) -> tuple[int, ...]:
    """The columns in a balance, those left out whose coefficients add up to zero."""
    balance = numbering.flat.sums[index]
    positions = np.array(balance.positions, dtype=np.int32)
    columns = column_of_cell[positions * CELLS]
    signs = numbering.aliases.sign[positions]
    total: dict[int, float] = {}
    for column, sign, coefficient in zip(columns.tolist(), signs.tolist(), balance.coefficients, strict=True):
        total[column] = total.get(column, 0.0) + sign * coefficient
    return tuple(sorted(column for column, coefficient in total.items() if column != NO_COLUMN and coefficient != 0.0))
