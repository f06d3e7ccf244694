"""Which variables of a set of constraints are states: a matrix of partial derivatives -> dummy derivatives, stage by stage.

S. E. Mattsson and G. Söderlind, "Index reduction in differential-algebraic equations using dummy derivatives", SIAM Journal on
Scientific Computing 14, 1993. Rows are constraints, differentiated `levels[r]` times; columns are variables, differentiated
`orders[c]` times. In stage i the rows of level above i make dummies of as many derivatives of order `orders[c] - i`, chosen among
the columns of the stage before; what is no dummy is the derivative of a state.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from mosila.dae.matching import match_columns
from mosila.dae.maximum_matching import FREE
from mosila.dae.rows import Row

Choice = tuple[tuple[int, ...], ...]
"""For each stage the columns that are dummies."""
Wish = Callable[[int, int], int]
"""How much a derivative, of a column and an order, is wanted as a state."""

ACCEPTABLE: Final = 0.1
"""A column that is less wanted as a state is taken if its pivot is this part of the largest in its row."""
LIMIT: Final = 4.0
"""The growth at which another choice is looked for."""
TINY: Final = 1e-10


def choose_by_form(rows: Sequence[Sequence[int]], levels: Sequence[int], orders: Sequence[int], wish: Wish) -> Choice:
    """Dummies by the form of the equations alone: of what can be matched, the least wanted; later columns before earlier ones."""
    stages: list[tuple[int, ...]] = []
    previous = [column for column, order in enumerate(orders) if order > 0]
    for stage in range(max(levels, default=0)):
        candidates = [column for column in previous if orders[column] > stage]
        priority = sorted(candidates, key=lambda column: (wish(column, orders[column] - stage - 1), -column))
        chosen = [members for members, level in zip(rows, levels, strict=True) if level > stage]
        matching = match_columns(chosen, len(orders), priority)
        previous = [column for column, row in enumerate(matching.row_of_column) if row != FREE]
        stages.append(tuple(previous))
    return tuple(stages)


def state_orders(choice: Choice, orders: Sequence[int]) -> list[int]:
    """By column: how many of its derivatives, from order 0 on, are states."""
    left = list(orders)
    for stage in choice:
        for column in stage:
            left[column] -= 1
    return left


@dataclass(frozen=True, slots=True)
class PivotSet:
    """A set of constraints in which the numbers decide."""

    rows: tuple[Row, ...]
    """The undifferentiated constraints."""
    levels: tuple[int, ...]
    columns: tuple[int, ...]
    """Representatives."""
    orders: tuple[int, ...]
    wishes: tuple[tuple[int, ...], ...]
    """By column and order: how much it is wanted as a state at the start."""
    selects: tuple[tuple[int, ...], ...]
    """The same while the model runs: `stateSelect` alone."""
    settled: tuple[tuple[int, int], ...]
    """(row, column), as places in this set: the row is solved for the column's derivatives whatever is chosen."""
    choice: Choice

    def choose(self, matrix: NDArray[np.float64], running: bool) -> Choice:
        """Dummies by the numbers of the matrix, whose columns are scaled to comparable sizes."""
        wishes = self.selects if running else self.wishes
        stages: list[tuple[int, ...]] = []
        previous = list(range(len(self.columns)))
        for stage in range(max(self.levels)):
            candidates = [column for column in previous if self.orders[column] > stage]
            chosen = [row for row, level in enumerate(self.levels) if level > stage]
            wanted = {column: wishes[column][self.orders[column] - stage - 1] for column in candidates}
            previous = pivot_columns(matrix, chosen, wanted, self.settled)
            if len(previous) < len(chosen):
                return ()
            stages.append(tuple(sorted(previous)))
        return tuple(stages)

    def growth(self, matrix: NDArray[np.float64], choice: Choice) -> float:
        """The largest factor by which states, in the metric of the matrix, move dummies; infinite if the choice is singular."""
        worst = 0.0
        previous = tuple(range(len(self.columns)))
        for stage, dummies in enumerate(choice):
            rows = [row for row, level in enumerate(self.levels) if level > stage]
            others = [column for column in previous if column not in dummies and self.orders[column] > stage]
            square = matrix[np.ix_(rows, list(dummies))]
            if np.linalg.matrix_rank(square) < len(rows):
                return float("inf")
            if others:
                worst = max(worst, float(np.abs(np.linalg.solve(square, matrix[np.ix_(rows, others)])).max()))
            previous = dummies
        return worst


def pivot_columns(
    matrix: NDArray[np.float64], rows: Sequence[int], wanted: dict[int, int], settled: Sequence[tuple[int, int]] = ()
) -> list[int]:
    """As many columns as rows, independent of each other: Gaussian elimination that takes what is less wanted first."""
    columns = sorted(wanted, key=lambda column: (wanted[column], -column))
    work = matrix[np.ix_(list(rows), columns)].copy()
    place = {column: number for number, column in enumerate(columns)}
    line = {row: number for number, row in enumerate(rows)}
    left, found = list(range(len(rows))), list[int]()

    def eliminate(row: int, column: int) -> None:
        found.append(columns[column])
        left.remove(row)
        factors = work[left, column] / work[row, column]
        work[left] -= factors[:, None] * work[row][None, :]
        work[left, column] = 0.0

    for row, column in settled:
        if row in line and column in place and abs(work[line[row], place[column]]) > 0:
            eliminate(line[row], place[column])
    size = float(np.abs(work).max(initial=0.0))
    classes = sorted({wanted[column] for column in columns})
    while left:
        largest = np.maximum(ACCEPTABLE * np.abs(work[left]).max(axis=1), TINY * size)
        for number in classes:
            members = [place[column] for column in columns if wanted[column] == number and column not in found]
            share = np.abs(work[left][:, members])
            share[share < largest[:, None]] = 0.0
            if share.any():
                best = int(np.argmax(share))
                eliminate(left[best // len(members)], members[best % len(members)])
                break
        else:
            break
    return found
