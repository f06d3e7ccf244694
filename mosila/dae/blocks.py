"""Blocks: for each row the columns in it, and which row each column is solved from -> sets of rows in evaluation order.

Strongly connected components, those that others depend on first (R. Tarjan, "Depth-first search and linear graph
algorithms", SIAM Journal on Computing 1, 1972), with a stack of its own instead of recursion.
"""

from __future__ import annotations

from collections.abc import Sequence

from mosila.dae.maximum_matching import FREE
from mosila.dae.peeling import LARGE, Layers, layers_of
from mosila.dae.rows import Incidence

_UNSEEN = 0
_SKIPPED = -1


def find_blocks(rows: Sequence[Sequence[int]], row_of_column: Sequence[int]) -> list[list[int]]:
    """The rows that must be solved together, in an order in which all that a block reads stands before it.

    Columns without a row are known. Within a block the rows stand in their own order.
    """
    search = _Search(tuple(rows), row_of_column)
    if len(rows) >= LARGE:
        search.skip(layers_of(Incidence.of(rows), row_of_column))
    for row in range(len(rows)):
        if search.number[row] == _UNSEEN:
            search.run(row)
    return search.blocks


class _Search:
    """One depth-first search over all rows."""

    def __init__(self, rows: Sequence[Sequence[int]], row_of_column: Sequence[int]) -> None:
        self.rows = rows
        self.row_of_column = row_of_column
        self.number = [_UNSEEN] * len(rows)
        self.lowest = [_UNSEEN] * len(rows)
        self.open = [False] * len(rows)
        self.waiting: list[int] = []
        self.blocks: list[list[int]] = []
        self.count = 0

    def skip(self, layers: Layers) -> None:
        """Takes the rows that are in no loop and behind none as blocks of their own."""
        for layer in layers.rows:
            for row in layer.tolist():
                self.blocks.append([row])
                self.number[row] = _SKIPPED

    def run(self, start: int) -> None:
        """Follows what a row reads, and closes the blocks that are complete."""
        number, lowest, rows, row_of_column = self.number, self.lowest, self.rows, self.row_of_column
        path = [start]
        places = [0]
        self.enter(start)
        while path:
            row = path[-1]
            columns = rows[row]
            place = places[-1]
            if place == len(columns):
                path.pop()
                places.pop()
                if path and lowest[row] < lowest[path[-1]]:
                    lowest[path[-1]] = lowest[row]
                if lowest[row] == number[row]:
                    self.close(row)
                continue
            places[-1] = place + 1
            other = row_of_column[columns[place]]
            if other == FREE:
                continue
            if number[other] == _UNSEEN:
                self.enter(other)
                path.append(other)
                places.append(0)
            elif self.open[other] and number[other] < lowest[row]:
                lowest[row] = number[other]

    def enter(self, row: int) -> None:
        """Numbers a row that is met for the first time."""
        self.count += 1
        self.number[row] = self.lowest[row] = self.count
        self.open[row] = True
        self.waiting.append(row)

    def close(self, first: int) -> None:
        """Takes a complete block off the rows that wait."""
        block: list[int] = []
        while not block or block[-1] != first:
            row = self.waiting.pop()
            self.open[row] = False
            block.append(row)
        block.sort()
        self.blocks.append(block)
