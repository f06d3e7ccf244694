"""Which variables the equations determine and which keep their declared values: unknowns by rank -> a matching.

An unknown of a higher rank is left without an equation before one of a lower rank.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from mosila.dae.incidence import NO_COLUMN, Numbering
from mosila.dae.matching import Matching, alternating, match_columns, transpose
from mosila.dae.rows import Numbers
from mosila.dataclass import dataclass
from mosila.flat.flat import Weak
from mosila.instance.plan import CELLS, IntArray, Link


class Rank(IntEnum):
    """How willingly an unknown goes without an equation."""

    NEEDED = 0
    STATE = 1
    CONNECTOR_STATE = 2
    DECLARED = 3
    CONNECTOR = 4
    STRICT = 5
    """A declared value that is an equation by the rules of `.mo` files."""
    ZERO_SUM = 6
    OUTSIDE = 7
    """Of a component by itself: which of its port's variables come from outside is not asked."""


@dataclass(frozen=True, slots=True, eq=False)
class Ranking:
    """The rank of each column, and the declared values that hold for it."""

    ranks: NDArray[np.int8]
    declared: dict[int, Weak]

    @property
    def priority(self) -> Numbers:
        """The columns in the order in which they get equations."""
        return np.argsort(self.ranks, kind="stable")


def rank_columns(numbering: Numbering) -> Ranking:
    """The rank of each column, from what is declared of the variables that it stands for."""
    flat = numbering.flat
    columns = numbering.variable_of_cell[::CELLS]
    in_connector = _columns_with(columns, flat.active & flat.attributes.in_connector, numbering)
    never_held = _columns_with(columns, flat.active & (flat.attributes.link != Link.POTENTIAL), numbering)
    ranks = np.zeros(len(numbering.positions), dtype=np.int8)
    declared: dict[int, Weak] = {}
    for position, weak in flat.weak.items():
        column = int(columns[position])
        if column == NO_COLUMN or not flat.active[position] or (never_held[column] and not weak.strict):
            continue
        if column not in declared or (weak.strict and not declared[column].strict):
            declared[column] = weak
            rank = Rank.STATE if numbering.is_state[column] else Rank.DECLARED
            ranks[column] = Rank.STRICT if weak.strict else rank + (1 if in_connector[column] else 0)
            if weak.is_outside:
                ranks[column] = Rank.OUTSIDE
    for position in flat.zero_sums:
        column = int(columns[position])
        if column != NO_COLUMN and not numbering.is_state[column] and ranks[column] != Rank.STRICT:
            ranks[column] = Rank.ZERO_SUM
    return Ranking(ranks, declared)


def _columns_with(columns: IntArray, mask: NDArray[np.bool_], numbering: Numbering) -> NDArray[np.bool_]:
    """By column: whether the mask holds for a variable that it stands for."""
    found = np.zeros(len(numbering.positions) + 1, dtype=np.bool_)
    found[columns[mask]] = True
    return found[:-1]


def match_by_rank(incidence: Sequence[Sequence[int]], ranking: Ranking) -> Matching:
    """A maximum matching that leaves free the columns of highest rank."""
    return match_columns(incidence, len(ranking.ranks), ranking.priority)


def ambiguous_choices(incidence: Sequence[Sequence[int]], matching: Matching, ranking: Ranking) -> list[tuple[int, tuple[int, ...]]]:
    """Sets of columns of one rank of which the equations leave some free but do not say which: (how many, which).

    A free column can change places with those that alternating paths reach from it.
    """
    ranks = ranking.ranks.tolist()
    free = [column for column in matching.free_columns if ranks[column] not in (Rank.NEEDED, Rank.STRICT, Rank.OUTSIDE)]
    if not free:
        return []
    adjacency, partners = transpose(incidence, len(ranks)), matching.column_of_row.tolist()
    found: list[tuple[int, tuple[int, ...]]] = []
    for rank in sorted({ranks[column] for column in free}):
        starts = [column for column in free if ranks[column] == rank]
        reached, _ = alternating(adjacency, partners, starts)
        if any(ranks[column] == rank and matching.row_of_column[column] >= 0 for column in reached):
            found.extend(_choices_of(starts, adjacency, matching, ranks))
    return found


def _choices_of(starts: list[int], adjacency: list[list[int]], matching: Matching, ranks: list[int]) -> list[tuple[int, tuple[int, ...]]]:
    """The choices of one rank, those that share a candidate as one."""
    choices: list[tuple[int, set[int]]] = []
    partners = matching.column_of_row.tolist()
    for start in starts:
        reached, _ = alternating(adjacency, partners, (start,))
        candidates = {column for column in reached if ranks[column] == ranks[start]}
        if len(candidates) == 1:
            continue
        count = 1
        for other in [choice for choice in choices if choice[1] & candidates]:
            choices.remove(other)
            count += other[0]
            candidates |= other[1]
        choices.append((count, candidates))
    return [(count, tuple(sorted(candidates))) for count, candidates in choices]
