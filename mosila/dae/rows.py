"""Rows: the equations of a structure as numbers, and which unknowns occur in each of them.

Both are kept as arrays, which whole-array passes read, and are sequences too, of `Row` and of tuples of columns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain, pairwise
from typing import overload

import numpy as np
from numpy.typing import NDArray

from mosila.dataclass import dataclass

Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Row:
    """An equation: place `index` of equation group `group`; group SUM: of the flat model's sums; ZERO: a position that is zero."""

    group: int
    index: int


SUM = -1
ZERO = -2
COMPUTED = -3
"""In the place of a row: the derivative of a state that an assignment computes."""


@dataclass(frozen=True, eq=False)
class Rows(Sequence[Row]):
    """Equations, by place."""

    groups: Numbers
    indices: Numbers

    @staticmethod
    def of(rows: Iterable[Row]) -> Rows:
        """The same rows as arrays."""
        if isinstance(rows, Rows):
            return rows
        listed = list(rows)
        groups = np.fromiter((row.group for row in listed), dtype=np.int64, count=len(listed))
        return Rows(groups, np.fromiter((row.index for row in listed), dtype=np.int64, count=len(listed)))

    @cached_property
    def listed(self) -> tuple[Row, ...]:
        """All of them."""
        return tuple(map(Row, self.groups.tolist(), self.indices.tolist()))

    def chosen(self, places: Numbers) -> Rows:
        """Some of them, in this order."""
        return Rows(self.groups[places], self.indices[places])

    def by_group(self) -> Iterator[tuple[int, Numbers, Numbers]]:
        """(group, places here, places in the group) for each group that occurs."""
        order = np.argsort(self.groups, kind="stable")
        cuts = np.flatnonzero(np.diff(self.groups[order])) + 1
        for places in np.split(order, cuts):
            if len(places):
                yield int(self.groups[places[0]]), places, self.indices[places]

    def __len__(self) -> int:
        return len(self.groups)

    def __iter__(self) -> Iterator[Row]:
        return iter(self.listed)

    @overload
    def __getitem__(self, place: int) -> Row: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[Row, ...]: ...
    def __getitem__(self, place: int | slice) -> Row | tuple[Row, ...]:
        return self.listed[place]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Rows) and np.array_equal(self.groups, other.groups) and np.array_equal(self.indices, other.indices)

    __hash__ = None  # type: ignore[assignment]


@dataclass(frozen=True, eq=False)
class Incidence(Sequence[tuple[int, ...]]):
    """By row the columns in it: those of row k are `columns[begin[k]:begin[k + 1]]`."""

    begin: Numbers
    columns: Numbers

    @staticmethod
    def of(rows: Sequence[Sequence[int]]) -> Incidence:
        """The same incidence as arrays."""
        if isinstance(rows, Incidence):
            return rows
        begin = np.zeros(len(rows) + 1, dtype=np.int64)
        np.cumsum(np.fromiter(map(len, rows), dtype=np.int64, count=len(rows)), out=begin[1:])
        return Incidence(begin, np.fromiter(chain.from_iterable(rows), dtype=np.int64, count=int(begin[-1])))

    @staticmethod
    def joined(parts: Iterable[tuple[Numbers, Numbers]]) -> Incidence:
        """Parts one after the other, each as (how many columns each row has, the columns)."""
        lengths, columns = [np.zeros(1, dtype=np.int64)], [np.zeros(0, dtype=np.int64)]
        for part in parts:
            lengths.append(part[0])
            columns.append(part[1])
        return Incidence(np.cumsum(np.concatenate(lengths)), np.concatenate(columns).astype(np.int64))

    @property
    def lengths(self) -> Numbers:
        """How many columns each row has."""
        found: Numbers = np.diff(self.begin)
        return found

    @cached_property
    def edges(self) -> tuple[Numbers, Numbers]:
        """The pairs (row, column)."""
        return np.repeat(np.arange(len(self)), self.lengths), self.columns

    @cached_property
    def listed(self) -> tuple[tuple[int, ...], ...]:
        """All rows."""
        columns, begin = self.columns.tolist(), self.begin.tolist()
        return tuple(tuple(columns[first:last]) for first, last in pairwise(begin))

    def chosen(self, is_kept: NDArray[np.bool_]) -> Incidence:
        """The same rows with some of the pairs only."""
        begin = np.zeros(len(self) + 1, dtype=np.int64)
        np.cumsum(np.bincount(self.edges[0][is_kept], minlength=len(self)), out=begin[1:])
        return Incidence(begin, self.columns[is_kept])

    def __len__(self) -> int:
        return len(self.begin) - 1

    def __iter__(self) -> Iterator[tuple[int, ...]]:
        return iter(self.listed)

    @overload
    def __getitem__(self, place: int) -> tuple[int, ...]: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[tuple[int, ...], ...]: ...
    def __getitem__(self, place: int | slice) -> tuple[int, ...] | tuple[tuple[int, ...], ...]:
        return self.listed[place]
