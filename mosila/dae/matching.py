"""Bipartite matching: for each row the columns that occur in it -> which column each row is solved for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from mosila.dae.maximum_matching import FREE, complete, flip
from mosila.dae.peeling import LARGE, forced_pairs

_DEAD: Final = 1 << 60


@dataclass(frozen=True, slots=True)
class Matching:
    """Pairs of rows and columns; FREE where there is no partner."""

    column_of_row: list[int]
    row_of_column: list[int]

    @property
    def free_rows(self) -> list[int]:
        """The rows without a column."""
        return [row for row, column in enumerate(self.column_of_row) if column == FREE]

    @property
    def free_columns(self) -> list[int]:
        """The columns without a row."""
        return [column for column, row in enumerate(self.row_of_column) if row == FREE]


def match(
    rows: Sequence[Sequence[int]],
    columns: int,
    order: Sequence[int] | None = None,
    row_of_column: Sequence[int] | None = None,
) -> Matching:
    """A maximum matching that grows from `row_of_column`.

    With an `order`, rows are served in that order, and of two rows for one column the later goes without.
    """
    matching = _start(rows, columns, row_of_column)
    complete(rows, transpose(rows, columns), matching.column_of_row, matching.row_of_column)
    if order is not None:
        _prefer(rows, matching.column_of_row, matching.row_of_column, order)
    return matching


def match_columns(rows: Sequence[Sequence[int]], columns: int, priority: Sequence[int]) -> Matching:
    """A matching of the columns in `priority`, earlier ones first: those left over come last in that order.

    Sets of columns that can be matched are a matroid, so serving them greedily is optimal (J. Edmonds and D. R. Fulkerson,
    "Transversals and matroid partition", Journal of Research of the NBS 69B, 1965). Columns not listed stay free.
    """
    matching = _start(rows, columns, None)
    candidates: Sequence[Sequence[int]] = rows
    if len(priority) < columns:
        listed = set(priority)
        candidates = [[column for column in row if column in listed] for row in rows]
    if len(rows) >= LARGE:
        matching = Matching(*forced_pairs(candidates, columns))
    occurring = {column for row in candidates for column in row}
    priority = [column for column in priority if column in occurring]
    if not any(matching.row_of_column[column] == FREE for column in priority):
        return matching
    adjacency = transpose(candidates, columns)
    complete(adjacency, candidates, matching.row_of_column, matching.column_of_row)
    _prefer(adjacency, matching.row_of_column, matching.column_of_row, priority)
    return matching


def exchangeable(rows: Sequence[Sequence[int]], matching: Matching, column: int, rank: Sequence[int] | None = None) -> tuple[int, ...]:
    """The matched columns that could be free in place of a free column; with `rank`, those of its rank."""
    adjacency = transpose(rows, len(matching.row_of_column))
    found, _ = alternating(adjacency, matching.column_of_row, (column,))
    return tuple(other for other in sorted(found) if other != column and (rank is None or rank[other] == rank[column]))


def exchange(rows: Sequence[Sequence[int]], matching: Matching, free: int, matched: int) -> Matching:
    """The matching with the free column in use and an exchangeable one free in its place."""
    adjacency = transpose(rows, len(matching.row_of_column))
    _, origin = alternating(adjacency, matching.column_of_row, (free,))
    column_of_row, row_of_column = list(matching.column_of_row), list(matching.row_of_column)
    if matched not in origin:
        raise ValueError("the columns cannot change places")
    column = matched
    row = row_of_column[column]
    row_of_column[matched] = FREE
    while column != free:
        column = origin[column]
        row_of_column[column], column_of_row[row], row = row, column, row_of_column[column]
    return Matching(column_of_row, row_of_column)


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


def _start(rows: Sequence[Sequence[int]], columns: int, row_of_column: Sequence[int] | None) -> Matching:
    matching = Matching([FREE] * len(rows), [FREE] * columns)
    for column, row in enumerate(row_of_column or ()):
        if row != FREE and matching.column_of_row[row] == FREE and column in rows[row]:
            matching.column_of_row[row] = column
            matching.row_of_column[column] = row
    return matching


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
