"""Pantelides' algorithm: rows over variables and their derivatives -> how often rows and variables must be differentiated.

C. C. Pantelides, "The consistent initialization of differential-algebraic systems", SIAM Journal on Scientific and
Statistical Computing 9, 1988. Columns are numbers; `derivative_of[c]` is the column of the derivative of column c. All rows
that lack an unknown are treated at once: the result does not depend on their order, it is the smallest one there is
(J. D. Pryce, "A simple structural analysis method for DAEs", BIT 41, 2001).
"""

from __future__ import annotations

from collections.abc import Sequence

from mosila.dae.matching import alternating, match, transpose
from mosila.dae.maximum_matching import FREE, complete
from mosila.dataclass import dataclass

NONE = -1


@dataclass(frozen=True, slots=True)
class Reduction:
    """By row: how often it is differentiated. By variable, named by its column of order 0: the order of its highest derivative."""

    levels: list[int]
    orders: dict[int, int]


def differentiations(rows: Sequence[Sequence[int]], derivative_of: Sequence[int]) -> list[int] | None:
    """How often each row is differentiated until all can be solved for highest derivatives; None: structurally singular."""
    variable, order = _variables(derivative_of)
    if FREE in match([sorted({variable[column] for column in row}) for row in rows], len(derivative_of)).column_of_row:
        return None
    return _reduce(rows, variable, order).levels


def reduce_index(rows: Sequence[Sequence[int]], derivative_of: Sequence[int]) -> Reduction:
    """The differentiations of a system in which every row can have a variable of its own: exactly then there is an end."""
    return _reduce(rows, *_variables(derivative_of))


def _variables(derivative_of: Sequence[int]) -> tuple[list[int], list[int]]:
    """By column: the column of order 0 that it is a derivative of, and its order."""
    variable, order = list(range(len(derivative_of))), [0] * len(derivative_of)
    is_derivative = set(derivative_of) - {NONE}
    queue = [column for column in range(len(derivative_of)) if column not in is_derivative]
    for column in queue:
        following = derivative_of[column]
        if following != NONE:
            variable[following], order[following] = variable[column], order[column] + 1
            queue.append(following)
    return variable, order


def _reduce(rows: Sequence[Sequence[int]], variable: Sequence[int], order: Sequence[int]) -> Reduction:
    count = len(variable)
    orders_in: list[dict[int, int]] = []
    for columns in rows:
        found: dict[int, int] = {}
        for column in columns:
            found[variable[column]] = max(order[column], found.get(variable[column], 0))
        orders_in.append(found)
    highest = [0] * count
    for column in range(count):
        highest[variable[column]] = max(highest[variable[column]], order[column])
    levels = [0] * len(rows)
    touching = transpose([list(found) for found in orders_in], count)
    adjacency = [[v for v, o in found.items() if o == highest[v]] for found in orders_in]
    mates, partners = [FREE] * len(rows), [FREE] * count
    while True:
        complete(adjacency, transpose(adjacency, count), mates, partners)
        free = [row for row, mate in enumerate(mates) if mate == FREE]
        if not free:
            break
        passed, _ = alternating(adjacency, partners, free)
        lifted = {v for row in passed for v in adjacency[row]}
        for row in passed:
            levels[row] += 1
        for column in lifted:
            highest[column] += 1
        for row in {*passed, *(other for v in lifted for other in touching[v])}:
            adjacency[row] = [v for v, o in orders_in[row].items() if o + levels[row] == highest[v]]
    return Reduction(levels, {v: highest[v] for v in range(count) if variable[v] == v})
