"""Pantelides' algorithm: rows over variables and their derivatives -> how often each row must be differentiated.

C. C. Pantelides, "The consistent initialization of differential-algebraic systems", SIAM Journal on Scientific and
Statistical Computing 9, 1988. Columns are numbers; `derivative_of[c]` is the column of the derivative of column c.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from mosila.dae.matching import match
from mosila.dae.maximum_matching import FREE

NONE = -1


def differentiations(rows: Sequence[Sequence[int]], derivative_of: Sequence[int]) -> list[int] | None:
    """How often each row is differentiated until all can be solved for highest derivatives; None: structurally singular."""
    if not _is_regular(rows, derivative_of):
        return None
    graph = _Graph([list(row) for row in rows], list(derivative_of))
    for row in range(len(rows)):
        current = row
        while not graph.augment(current):
            current = graph.differentiate_visited(current)
    levels: list[int] = []
    for row in range(len(rows)):
        level = 0
        while (row := graph.next_row[row]) != NONE:
            level += 1
        levels.append(level)
    return levels


def _is_regular(rows: Sequence[Sequence[int]], derivative_of: Sequence[int]) -> bool:
    """Whether every row can have a variable of its own, whatever derivative of it: exactly then the algorithm ends."""
    variable = list(range(len(derivative_of)))
    for column in _by_level(derivative_of):
        following = derivative_of[column]
        if following != NONE:
            variable[following] = variable[column]
    merged = [sorted({variable[column] for column in row}) for row in rows]
    return FREE not in match(merged, len(derivative_of)).column_of_row


def _by_level(derivative_of: Sequence[int]) -> list[int]:
    """The columns, each before its derivative."""
    is_derivative = set(derivative_of) - {NONE}
    order = [column for column in range(len(derivative_of)) if column not in is_derivative]
    for column in order:
        if derivative_of[column] != NONE:
            order.append(derivative_of[column])
    return order


@dataclass(slots=True)
class _Graph:
    """The rows as they grow by differentiation, and the matching so far."""

    rows: list[list[int]]
    derivative_of: list[int]
    next_row: list[int] = field(init=False)
    row_of_column: list[int] = field(init=False)
    seen_rows: list[int] = field(default_factory=list)
    seen_columns: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.next_row = [NONE] * len(self.rows)
        self.row_of_column = [FREE] * len(self.derivative_of)

    def augment(self, start: int) -> bool:
        """Gives a row a column without derivative, along an alternating path; what was passed is remembered."""
        self.seen_rows, self.seen_columns = [start], []
        seen: set[int] = set()
        path = [(start, NONE)]
        places = [0]
        while path:
            row = path[-1][0]
            columns = self.rows[row]
            if places[-1] == len(columns):
                path.pop()
                places.pop()
                continue
            column = columns[places[-1]]
            places[-1] += 1
            if column in seen or self.derivative_of[column] != NONE:
                continue
            seen.add(column)
            self.seen_columns.append(column)
            owner = self.row_of_column[column]
            if owner == FREE:
                self._flip(path, column)
                return True
            self.seen_rows.append(owner)
            path.append((owner, column))
            places.append(0)
        return False

    def _flip(self, path: list[tuple[int, int]], column: int) -> None:
        for row, previous in reversed(path):
            self.row_of_column[column] = row
            column = previous

    def differentiate_visited(self, row: int) -> int:
        """Differentiates all rows and columns that the failed search has passed; the derivative of the row."""
        for column in self.seen_columns:
            self.derivative_of[column] = len(self.derivative_of)
            self.derivative_of.append(NONE)
            self.row_of_column.append(FREE)
        for passed in self.seen_rows:
            self.next_row[passed] = len(self.rows)
            members = self.rows[passed]
            self.rows.append(list(dict.fromkeys([*members, *(self.derivative_of[c] for c in members if self.derivative_of[c] != NONE)])))
            self.next_row.append(NONE)
        for column in self.seen_columns:
            owner = self.row_of_column[column]
            self.row_of_column[self.derivative_of[column]] = self.next_row[owner]
        return self.next_row[row]
