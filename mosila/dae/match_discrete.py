"""Matching of the discrete equations: each is solved for the variable it is written for.

Discrete variables without an equation are no error: statechart actions set them.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mosila.dae.incidence import NO_COLUMN, Numbering
from mosila.dae.matching import Matching, match_columns
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
    return candidates, match_columns(candidates, columns, np.argsort(rank, kind="stable").tolist())


def _lone_slot(expression: Expr) -> int | None:
    return slot_index(expression) if expression.operator == SLOT else None


def _solvable_slots(template: Template) -> list[int]:
    """The slots that the template can be solved for; all of them if there is none, so that a loop can be named."""
    slots = sorted(template_slots(template))
    return [slot for slot in slots if solution(template, slot) is not None] or slots
