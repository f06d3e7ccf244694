"""Pre-values that may follow their values without another round of an instant: those that only when-clauses read.

At the end of a round every pre-value becomes the value itself. Then no condition of a when-clause has an edge, and what the clause
determines keeps its pre-value, which is its value: evaluated again, it would be the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from mosila.codegen.shapes import Shape
from mosila.codegen.tables import Group, Integers
from mosila.symbolic import Expr, is_constant, slot_index

_Truths = NDArray[np.bool_]


def calm_last(pairs: Integers, clauses: Sequence[tuple[Shape | None, Group]], others: Iterable[Group]) -> tuple[Integers, int]:
    """The pairs (pre-value, value) with the calm ones at the end, and how many these are.

    `clauses` are the discrete equations with their shapes, `others` all that reads pre-values beside them.
    """
    if not len(pairs):
        return pairs, 0
    read = [group.ix.ravel() for group in others]
    value_of = {int(pre): int(value) for pre, value in pairs}
    for shape, group in clauses:
        if shape is None:
            read.append(group.ix.ravel())
        else:
            rows = group.ix.reshape(group.n, group.width)
            read.append(rows[~_Clause(shape, rows, group.first, value_of).keeps()].ravel())
    is_calm = ~np.isin(pairs[:, 0], np.concatenate(read)) if read else np.ones(len(pairs), dtype=np.bool_)
    return pairs[np.argsort(is_calm, kind="stable")], int(is_calm.sum())


class _Clause:
    """Discrete equations of one shape, in a moment at which every pre-value is the value itself."""

    def __init__(self, shape: Shape, rows: Integers, first: int, value_of: dict[int, int]) -> None:
        self._shape, self._rows, self._first, self._value_of = shape, rows, first, value_of

    def keeps(self) -> _Truths:
        """By instance: whether all that it determines keeps its value, whatever else it reads."""
        count, outputs = len(self._rows), len(self._shape.exprs)
        kept = np.ones(count, dtype=np.bool_)
        for number, expression in enumerate(self._shape.exprs):
            kept &= self._keeps(expression, self._first + outputs * np.arange(count) + number)
        return kept

    def _keeps(self, expression: Expr, own: NDArray[np.int64]) -> _Truths:
        if expression.operator == "slot":
            return np.equal(self._values(expression), own)
        if expression.operator != "if":
            return np.zeros(len(own), dtype=np.bool_)
        condition, chosen, other = expression.operands
        return (self._never(condition) | self._keeps(chosen, own)) & self._keeps(other, own)

    def _never(self, condition: Expr) -> _Truths:
        """By instance: whether a condition does not hold, since it asks for an edge."""
        if condition.operator == "or":
            left, right = condition.operands
            return self._never(left) & self._never(right)
        if condition.operator != "and":
            return np.full(len(self._rows), is_constant(condition, 0.0))
        parts, never = _conjuncts(condition), np.zeros(len(self._rows), dtype=np.bool_)
        for each in parts:
            never |= self._never(each)
        present = [self._cells(each) for each in parts if each.operator == "slot"]
        for each in parts:
            if each.operator == "not" and each.operands[0].operator == "slot":
                before = self._values(each.operands[0])
                for cells in present:
                    never |= before == cells
        return never

    def _cells(self, slot: Expr) -> NDArray[np.int64]:
        return self._rows[:, slot_index(slot)].astype(np.int64)

    def _values(self, slot: Expr) -> NDArray[np.int64]:
        """The values of pre-values; -1 where it is none."""
        return np.array([self._value_of.get(cell, -1) for cell in self._cells(slot).tolist()], dtype=np.int64)


def _conjuncts(condition: Expr) -> list[Expr]:
    return [part for each in condition.operands for part in (_conjuncts(each) if each.operator == "and" else [each])]
