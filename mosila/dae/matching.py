"""Bipartite matching: for each row the columns that occur in it -> which column each row is solved for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import numpy as np

from mosila.dae.maximum_matching import FREE, complete, flip
from mosila.dae.peeling import LARGE, forced_pairs
from mosila.dae.rows import Incidence, Numbers
from mosila.dataclass import dataclass

_DEAD: Final = 1 << 60


@dataclass(frozen=True, slots=True, eq=False)
class Matching:
    """Pairs of rows and columns; FREE where there is no partner."""

    column_of_row: Numbers
    row_of_column: Numbers

    @staticmethod
    def of(column_of_row: Sequence[int], row_of_column: Sequence[int]) -> Matching:
        """The same pairs as arrays."""
        return Matching(np.array(column_of_row, dtype=np.int64), np.array(row_of_column, dtype=np.int64))

    @property
    def free_rows(self) -> list[int]:
        """The rows without a column."""
        free: list[int] = np.flatnonzero(self.column_of_row == FREE).tolist()
        return free

    @property
    def free_columns(self) -> list[int]:
        """The columns without a row."""
        free: list[int] = np.flatnonzero(self.row_of_column == FREE).tolist()
        return free


def match(
    rows: Sequence[Sequence[int]],
    columns: int,
    order: Sequence[int] | None = None,
    row_of_column: Sequence[int] | None = None,
) -> Matching:
    """A maximum matching that grows from `row_of_column`.

    With an `order`, rows are served in that order, and of two rows for one column the later goes without.
    """
    rows = tuple(rows)
    mates, partners = [FREE] * len(rows), [FREE] * columns
    for column, row in enumerate(row_of_column if row_of_column is not None else ()):
        if row != FREE and mates[row] == FREE and column in rows[row]:
            mates[row], partners[column] = column, int(row)
    complete(rows, transpose(rows, columns), mates, partners)
    if order is not None:
        _prefer(rows, mates, partners, order)
    return Matching.of(mates, partners)


def match_columns(rows: Sequence[Sequence[int]], columns: int, priority: Sequence[int] | Numbers) -> Matching:
    """A matching of the columns in `priority`, earlier ones first: those left over come last in that order.

    Sets of columns that can be matched are a matroid, so serving them greedily is optimal (J. Edmonds and D. R. Fulkerson,
    "Transversals and matroid partition", Journal of Research of the NBS 69B, 1965). Columns not listed stay free.
    """
    incidence, wanted = Incidence.of(rows), np.asarray(priority, dtype=np.int64)
    if len(wanted) < columns:
        is_listed = np.zeros(columns, dtype=np.bool_)
        is_listed[wanted] = True
        incidence = incidence.chosen(is_listed[incidence.columns])
    occurs = np.zeros(columns, dtype=np.bool_)
    occurs[incidence.columns] = True
    wanted = wanted[occurs[wanted]]
    found = Matching(np.full(len(incidence), FREE, dtype=np.int64), np.full(columns, FREE, dtype=np.int64))
    if len(incidence) >= LARGE:
        found = Matching(*forced_pairs(incidence, columns))
    if not (found.row_of_column[wanted] == FREE).any():
        return found
    candidates = tuple(incidence)
    adjacency = transpose(candidates, columns)
    mates, partners = found.row_of_column.tolist(), found.column_of_row.tolist()
    complete(adjacency, candidates, mates, partners)
    _prefer(adjacency, mates, partners, wanted.tolist())
    return Matching.of(partners, mates)


def exchangeable(rows: Sequence[Sequence[int]], matching: Matching, column: int, rank: Sequence[int] | None = None) -> tuple[int, ...]:
    """The matched columns that could be free in place of a free column; with `rank`, those of its rank."""
    adjacency = transpose(rows, len(matching.row_of_column))
    found, _ = alternating(adjacency, matching.column_of_row.tolist(), (column,))
    return tuple(other for other in sorted(found) if other != column and (rank is None or rank[other] == rank[column]))


def exchange(rows: Sequence[Sequence[int]], matching: Matching, free: int, matched: int) -> Matching:
    """The matching with the free column in use and an exchangeable one free in its place."""
    adjacency = transpose(rows, len(matching.row_of_column))
    column_of_row, row_of_column = matching.column_of_row.tolist(), matching.row_of_column.tolist()
    _, origin = alternating(adjacency, column_of_row, (free,))
    if matched not in origin:
        raise ValueError("the columns cannot change places")
    column = matched
    row = row_of_column[column]
    row_of_column[matched] = FREE
    while column != free:
        column = origin[column]
        row_of_column[column], column_of_row[row], row = row, column, row_of_column[column]
    return Matching.of(column_of_row, row_of_column)


def alternating(adjacency: Sequence[Sequence[int]], partner: Sequence[int], starts: Iterable[int]) -> tuple[list[int], dict[int, int]]:
    """What alternating paths reach on the side they start from, in order of discovery, and from where each was reached.

    `adjacency` lists for each vertex its neighbours on the other side, `partner` for each neighbour its match on this side.
    """
    reached = list(dict.fromkeys(starts))
    seen = set(reached)
    origin: dict[int, int] = {}
    for vertex in reached:
        for neighbour in adjacency[vertex]:
            following = partner[neighbour]
            if following != FREE and following not in seen:
                seen.add(following)
                origin[following] = vertex
                reached.append(following)
    return reached, origin


def transpose(rows: Sequence[Sequence[int]], columns: int) -> list[list[int]]:
    """For each column the rows in which it occurs."""
    transposed: list[list[int]] = [[] for _ in range(columns)]
    for row, members in enumerate(rows):
        for column in members:
            transposed[column].append(row)
    return transposed


def _prefer(adjacency: Sequence[Sequence[int]], mates: list[int], partners: list[int], order: Sequence[int]) -> None:
    """Makes the free vertices the last ones in the order, by matching anew what is in reach of a free one.

    The rest is matched in every maximum matching. Vertices are served one after the other along paths found depth first with
    look-ahead (I. S. Duff, "On algorithms for obtaining a maximum transversal", ACM TOMS 7, 1981).
    """
    free = [vertex for vertex in order if mates[vertex] == FREE]
    reached = set(alternating(adjacency, partners, free)[0])
    for vertex in reached:
        if mates[vertex] != FREE:
            partners[mates[vertex]] = FREE
            mates[vertex] = FREE
    search = _Search(adjacency, mates, partners)
    for stamp, vertex in enumerate(order, 1):
        if vertex in reached:
            search.augment(vertex, stamp)


class _Search:
    """Augmenting paths from single vertices; a place where a search failed is never passed again."""

    def __init__(self, adjacency: Sequence[Sequence[int]], mates: list[int], partners: list[int]) -> None:
        self.adjacency = adjacency
        self.mates = mates
        self.partners = partners
        self.free_from = [0] * len(adjacency)  # neighbours before this place are matched, and stay so
        self.next_place = [0] * len(adjacency)
        self.seen = [0] * len(partners)

    def augment(self, start: int, stamp: int) -> None:
        """Matches one vertex if that is possible; what is matched stays matched."""
        path = [start]
        visited: list[int] = []
        self.next_place[start] = 0
        while path:
            right = self.free_neighbour(path[-1])
            if right != FREE:
                flip(path, right, self.mates, self.partners)
                return
            right = self.unseen_neighbour(path[-1], stamp)
            if right == FREE:
                path.pop()
            else:
                visited.append(right)
                following = self.partners[right]
                self.next_place[following] = 0
                path.append(following)
        for right in visited:
            self.seen[right] = _DEAD

    def free_neighbour(self, left: int) -> int:
        """A neighbour without a partner."""
        neighbours = self.adjacency[left]
        for place in range(self.free_from[left], len(neighbours)):
            if self.partners[neighbours[place]] == FREE:
                self.free_from[left] = place + 1
                return neighbours[place]
        self.free_from[left] = len(neighbours)
        return FREE

    def unseen_neighbour(self, left: int, stamp: int) -> int:
        """The next neighbour that this search has not passed."""
        neighbours = self.adjacency[left]
        for place in range(self.next_place[left], len(neighbours)):
            right = neighbours[place]
            if self.seen[right] < stamp:
                self.seen[right] = stamp
                self.next_place[left] = place + 1
                return right
        self.next_place[left] = len(neighbours)
        return FREE
