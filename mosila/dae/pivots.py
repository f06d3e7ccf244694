"""Which variables of a set of constraints are states: a matrix of partial derivatives -> dummy derivatives, stage by stage.

S. E. Mattsson and G. Söderlind, "Index reduction in differential-algebraic equations using dummy derivatives", SIAM Journal on
Scientific Computing 14, 1993. Rows are constraints, differentiated `levels[r]` times; columns are variables, differentiated
`orders[c]` times. In stage i the rows of level above i make dummies of as many derivatives of order `orders[c] - i`, chosen among
the columns of the stage before; what is no dummy is the derivative of a state.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from mosila.dae.matching import match_columns
from mosila.dae.maximum_matching import FREE
from mosila.dae.rows import Row
from mosila.dataclass import dataclass

Choice = tuple[tuple[int, ...], ...]
"""For each stage the columns that are dummies."""
Matrix = Sequence[Sequence[float]]
"""Of a handful of numbers, for which arrays would take longer."""
Wish = Callable[[int, int], int]
"""How much a derivative, of a column and an order, is wanted as a state."""

ACCEPTABLE: Final = 0.1
"""A column that is less wanted as a state is taken if its pivot is this part of the largest in its row."""
LIMIT: Final = 4.0
"""The growth at which another choice is looked for."""
TINY: Final = 1e-10
SINGULAR: Final = 1e-14


def choose_by_form(rows: Sequence[Sequence[int]], levels: Sequence[int], orders: Sequence[int], wish: Wish) -> Choice:
    """Dummies by the form of the equations alone: of what can be matched, the least wanted; later columns before earlier ones."""
    stages: list[tuple[int, ...]] = []
    previous = [column for column, order in enumerate(orders) if order > 0]
    for stage in range(max(levels, default=0)):
        candidates = [column for column in previous if orders[column] > stage]
        priority = sorted(candidates, key=lambda column: (wish(column, orders[column] - stage - 1), -column))
        chosen = [members for members, level in zip(rows, levels, strict=True) if level > stage]
        matching = match_columns(chosen, len(orders), priority)
        previous = [column for column, row in enumerate(matching.row_of_column.tolist()) if row != FREE]
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

    def choose(self, matrix: Matrix, running: bool) -> Choice:
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

    def growth(self, matrix: Matrix, choice: Choice) -> float:
        """The largest factor by which states, in the metric of the matrix, move dummies; infinite if the choice is singular."""
        worst = 0.0
        previous: Sequence[int] = range(len(self.columns))
        for stage, dummies in enumerate(choice):
            rows = [row for row, level in enumerate(self.levels) if level > stage]
            others = [column for column in previous if column not in dummies and self.orders[column] > stage]
            worst = max(worst, _growth([[matrix[row][column] for column in (*dummies, *others)] for row in rows], len(dummies)))
            previous = dummies
        return worst


def _growth(work: list[list[float]], count: int) -> float:
    """Eliminates the first `count` columns of as many rows; the largest factor that is left in the others."""
    tiny = SINGULAR * max((abs(number) for line in work for number in line[:count]), default=0.0)
    for column in range(count):
        best = max(range(column, count), key=lambda row: abs(work[row][column]))
        if not abs(work[best][column]) > tiny:
            return float("inf")
        work[column], work[best] = work[best], work[column]
        for row in range(count):
            if row != column:
                _subtract(work[row], work[column], column)
    return max((abs(number / line[row]) for row, line in enumerate(work) for number in line[count:]), default=0.0)


def _subtract(line: list[float], pivot: list[float], column: int) -> None:
    """Takes so much of the pivot's line off that the column is zero."""
    factor = line[column] / pivot[column]
    if factor:
        line[:] = [number - factor * other for number, other in zip(line, pivot, strict=True)]
        line[column] = 0.0


def pivot_columns(matrix: Matrix, rows: Sequence[int], wanted: dict[int, int], settled: Sequence[tuple[int, int]] = ()) -> list[int]:
    """As many columns as rows, independent of each other: Gaussian elimination that takes what is less wanted first."""
    columns = sorted(wanted, key=lambda column: (wanted[column], -column))
    work = {row: [matrix[row][column] for column in columns] for row in rows}
    place = {column: number for number, column in enumerate(columns)}
    left, found = list(rows), list[int]()

    def eliminate(row: int, column: int) -> None:
        found.append(columns[column])
        left.remove(row)
        for other in left:
            _subtract(work[other], work[row], column)

    for row, column in settled:
        if row in left and column in place and work[row][place[column]]:
            eliminate(row, place[column])
    size = max((abs(number) for row in rows for number in work[row]), default=0.0)
    while left:
        least = {row: max(ACCEPTABLE * max(map(abs, work[row]), default=0.0), TINY * size) for row in left}
        for number in sorted(set(wanted.values())):
            members = [place[column] for column in columns if wanted[column] == number and column not in found]
            shares = [(abs(work[row][k]), row, k) for row in left for k in members if abs(work[row][k]) >= least[row] and work[row][k]]
            if shares:
                _, row, column = max(shares, key=lambda share: share[0])
                eliminate(row, column)
                break
        else:
            break
    return found
