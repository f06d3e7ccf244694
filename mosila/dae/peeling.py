"""What is forced in a large sparse system, found in whole arrays: rows with one unknown left, and what nothing else must precede.

Most rows of a large model are of this kind; what remains is left to the searches of `maximum_matching` and `blocks`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np

from mosila.dae.rows import Incidence, Numbers
from mosila.dataclass import dataclass

LARGE: Final = 200
"""Systems of fewer rows are searched at once."""
ROUNDS: Final = 60
FREE: Final = -1


def forced_pairs(rows: Incidence, columns: int) -> tuple[Numbers, Numbers]:
    """Partners of rows and columns of which one has a single neighbour left (Karp and Sipser), by rounds; FREE where none is forced."""
    row, column = rows.edges
    of_row, of_column = np.full(len(rows), FREE), np.full(columns, FREE)
    for _ in range(ROUNDS):
        single = np.bincount(row, minlength=len(rows))[row] == 1
        if not single.any():
            single = np.bincount(column, minlength=columns)[column] == 1
            if not single.any():
                break
        # Of several that want one partner the last one gets it.
        of_column[column[single]] = row[single]
        of_row[row[single]] = column[single]
        of_column[column[single]] = np.where(of_row[of_column[column[single]]] == column[single], of_column[column[single]], FREE)
        of_row[row[single]] = np.where(of_column[of_row[row[single]]] == row[single], of_row[row[single]], FREE)
        left = (of_row[row] == FREE) & (of_column[column] == FREE)
        row, column = row[left], column[left]
    return of_row, of_column


@dataclass(frozen=True, slots=True, eq=False)
class Layers:
    """Rows in layers, each after all that it depends on; `level` is -1 for rows on or behind a loop."""

    level: Numbers
    rows: tuple[Numbers, ...]
    reader: Numbers
    """Pairs (reader, source) of rows."""
    source: Numbers


def layers_of(rows: Incidence, row_of_column: Sequence[int] | Numbers) -> Layers:
    """The longest chain of rows before each row, up to a bound."""
    row, column = rows.edges
    source = np.asarray(row_of_column, dtype=np.int64)[column]
    is_other = (source != FREE) & (source != row)
    reader, source = row[is_other], source[is_other]
    order = np.argsort(source, kind="stable")
    readers = reader[order]
    begin = np.searchsorted(source[order], np.arange(len(rows) + 1))
    waiting = np.bincount(reader, minlength=len(rows))
    level = np.full(len(rows), -1, dtype=np.int64)
    front = np.flatnonzero(waiting == 0)
    found: list[Numbers] = []
    while len(front) and len(found) < ROUNDS:
        level[front] = len(found)
        found.append(front)
        counts = begin[front + 1] - begin[front]
        places = np.repeat(begin[front] - np.concatenate(([0], np.cumsum(counts)[:-1])), counts) + np.arange(int(counts.sum()))
        touched = readers[places]
        waiting -= np.bincount(touched, minlength=len(rows))
        is_ready = np.zeros(len(rows), dtype=np.bool_)
        is_ready[touched] = waiting[touched] == 0
        front = np.flatnonzero(is_ready)
    return Layers(level, tuple(found), reader, source)
