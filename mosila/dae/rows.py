"""Rows: the equations of a structure as numbers."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Row:
    """An equation: place `index` of equation group `group`; group SUM: of the flat model's sums; ZERO: a position that is zero."""

    group: int
    index: int


SUM = -1
ZERO = -2
_known: dict[int, list[Row]] = {}


def first_rows(group: int, count: int) -> list[Row]:
    """The first rows of a group, and perhaps more; they are the same in all systems."""
    rows = _known.setdefault(group, [])
    rows.extend(Row(group, index) for index in range(len(rows), count))
    return rows
