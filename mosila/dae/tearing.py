"""Tearing: a block of rows and columns -> an order in which most columns follow from a few that are iterated.

Rows with one unknown left that they can be solved for are taken first; where there is none, the column that stands in most
rows is given a guess (after H. Elmqvist and M. Otter, "Methods for tearing systems of equations in object-oriented modeling",
European Simulation Multiconference 1994).
"""

from __future__ import annotations

from collections.abc import Sequence
from heapq import heapify, heappop, heappush

from mosila.dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Torn:
    """(row, column) in the order of computation, the columns that are iterated, and as many rows that are left to hold."""

    solved: list[tuple[int, int]]
    guessed: list[int]
    residual: list[int]


def tear(rows: Sequence[Sequence[int]], solvable: Sequence[frozenset[int]]) -> Torn:
    """Tears a block; `solvable` has for each row the columns that it can be solved for."""
    touching: dict[int, list[int]] = {}
    for row, columns in enumerate(rows):
        for column in columns:
            touching.setdefault(column, []).append(row)
    left = [len(columns) for columns in rows]
    known: set[int] = set()
    used = [False] * len(rows)
    solved: list[tuple[int, int]] = []
    guessed: list[int] = []
    ready = [row for row, count in enumerate(left) if count == 1]
    waiting = [(-len(members), column) for column, members in touching.items()]
    heapify(waiting)

    def learn(column: int) -> None:
        known.add(column)
        for row in touching[column]:
            left[row] -= 1
            if left[row] == 1 and not used[row]:
                heappush(ready, row)

    heapify(ready)
    while len(known) < len(touching):
        while ready:
            row = heappop(ready)
            unknown = [column for column in rows[row] if column not in known]
            if not used[row] and len(unknown) == 1 and unknown[0] in solvable[row]:
                used[row] = True
                solved.append((row, unknown[0]))
                learn(unknown[0])
        while waiting:
            weight, column = heappop(waiting)
            if column in known:
                continue
            present = -sum(1 for row in touching[column] if not used[row])
            if present > weight and waiting and present > waiting[0][0]:
                heappush(waiting, (present, column))
                continue
            guessed.append(column)
            learn(column)
            break
    return Torn(solved, guessed, [row for row in range(len(rows)) if not used[row]])
