"""Matching of the discrete equations: each is solved for the variable it is written for.

Discrete variables without an equation are no error: statechart actions set them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from mosila.dae.incidence import NO_COLUMN, Numbering
from mosila.dae.matching import Matching, match_columns
from mosila.dae.maximum_matching import FREE
from mosila.dae.rows import Row
from mosila.dae.solutions import solution, template_slots
from mosila.instance.plan import Template
from mosila.symbolic.expression import SLOT, Expr, slot_index

_ON_THE_LEFT, _ON_THE_RIGHT, _ELSEWHERE = range(3)


def match_discrete(numbering: Numbering, rows: Sequence[Row]) -> tuple[list[tuple[int, ...]], Matching]:
    """The columns that each discrete row can be solved for, and a matching in which what stands on the left comes first."""
    columns = len(numbering.discrete_positions)
    rank = np.full(columns, _ELSEWHERE, dtype=np.int8)
    candidates: list[tuple[int, ...]] = []
    for group in numbering.flat.equations:
        if not group.discrete:
            continue
        found = numbering.discrete_column_of_cell[group.cells]
        for side, expression in ((_ON_THE_RIGHT, group.template.right), (_ON_THE_LEFT, group.template.left)):
            place = _lone_slot(expression)
            if place is not None:
                alone = found[:, place][found[:, place] != NO_COLUMN]
                rank[alone] = np.minimum(rank[alone], side)
        slots = _solvable_slots(group.template)
        candidates.extend(tuple(sorted(set(line) - {NO_COLUMN})) for line in found[:, slots].tolist())
    assert len(candidates) == len(rows)
    return candidates, _match(candidates, columns, rank)


def _match(candidates: list[tuple[int, ...]], columns: int, rank: NDArray[np.int8]) -> Matching:
    """A matching of the columns that occur; most discrete variables have no equation."""
    occurring = sorted({column for row in candidates for column in row})
    number = {column: place for place, column in enumerate(occurring)}
    compact = [tuple(number[column] for column in row) for row in candidates]
    matching = match_columns(compact, len(occurring), np.argsort(rank[occurring], kind="stable").tolist())
    row_of_column = np.full(columns, FREE, dtype=np.int64)
    row_of_column[occurring] = matching.row_of_column
    column_of_row = np.array([*occurring, FREE], dtype=np.int64)[matching.column_of_row]
    return Matching(column_of_row, row_of_column)


def _lone_slot(expression: Expr) -> int | None:
    return slot_index(expression) if expression.operator == SLOT else None


def _solvable_slots(template: Template) -> list[int]:
    """The slots that the template can be solved for; all of them if there is none, so that a loop can be named."""
    slots = sorted(template_slots(template))
    return [slot for slot in slots if solution(template, slot) is not None] or slots
