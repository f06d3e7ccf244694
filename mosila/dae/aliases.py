"""Alias elimination: variables that equations make equal, up to sign, become one."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mosila.dae.system import SUM, Aliases, Row
from mosila.flat.flat import FlatModel
from mosila.instance.plan import CELLS, DERIVATIVE, VALUE, Template, Variability
from mosila.symbolic import slot_index
from mosila.symbolic.expression import SLOT, Expr


class _SignedSets:
    """Union-find with signs: each member is plus or minus its root."""

    def __init__(self, size: int) -> None:
        self.parent = list(range(size))
        self.sign = [1] * size

    def find(self, node: int) -> tuple[int, int]:
        parent, sign = self.parent, self.sign
        path: list[int] = []
        while parent[node] != node:
            path.append(node)
            node = parent[node]
        for member in reversed(path):
            above = parent[member]
            if above != node:
                sign[member] *= sign[above]
                parent[member] = node
        return node, (sign[path[0]] if path else 1)

    def union(self, left: int, right: int, sign: int) -> bool:
        """Make left = sign * right; False if they were joined already."""
        a, sign_a = self.find(left)
        b, sign_b = self.find(right)
        if a == b:
            return False
        high, low = max(a, b), min(a, b)
        self.parent[high] = low
        self.sign[high] = sign * sign_a * sign_b
        return True


def find_aliases(flat: FlatModel) -> tuple[Aliases, set[Row], set[int]]:
    """The aliases; the rows that are used up by them; and the equalities (by place) that are redundant."""
    size = flat.tree.size
    attributes = flat.attributes
    eligible = flat.active & (attributes.variability == Variability.CONTINUOUS)
    eligible[0] = False
    sets = _SignedSets(size)
    used: set[Row] = set()
    redundant: set[int] = set()
    for place, equal in enumerate(flat.equalities):
        if eligible[equal.first] and eligible[equal.second] and not sets.union(equal.first, equal.second, 1):
            redundant.add(place)
    for index, balance in enumerate(flat.sums):
        if len(balance.positions) == 2:
            first, second = balance.positions
            ratio = -int(balance.coefficients[1] / balance.coefficients[0])
            if eligible[first] and eligible[second] and sets.union(first, second, ratio):
                used.add(Row(SUM, index))
    for number, group in enumerate(flat.equations):
        shape = _alias_shape(group.template)
        if shape is None or group.discrete:
            continue
        left, right, sign = shape
        pairs = group.cells[:, [left, right]]
        fits = ((pairs % CELLS) == VALUE).all(axis=1) & eligible[pairs // CELLS].all(axis=1)
        for index in np.flatnonzero(fits).tolist():
            a, b = (pairs[index] // CELLS).tolist()
            if sets.union(a, b, sign):
                used.add(Row(number, index))
    return _freeze(flat, sets), used, redundant


def _alias_shape(template: Template) -> tuple[int, int, int] | None:
    """The slots and the sign of `a = b` or `a = -b`."""
    left, left_sign = _signed_slot(template.left)
    right, right_sign = _signed_slot(template.right)
    if left is None or right is None or left == right:
        return None
    return left, right, left_sign * right_sign


def _signed_slot(expression: Expr) -> tuple[int | None, int]:
    sign = 1
    if expression.operator == "neg":
        expression, sign = expression.operands[0], -1
    return (slot_index(expression), sign) if expression.operator == SLOT else (None, sign)


def _freeze(flat: FlatModel, sets: _SignedSets) -> Aliases:
    """Choose who stands for each class: a differentiated variable if there is one, else the first."""
    size = flat.tree.size
    has_derivative = np.zeros(size, dtype=np.bool_)
    for group in (*flat.equations, *flat.relations):
        cells = group.cells[(group.cells % CELLS) == DERIVATIVE]
        has_derivative[cells // CELLS] = True
    has_derivative[0] = False
    has_derivative &= flat.active
    root = np.arange(size, dtype=np.int32)
    sign = np.ones(size, dtype=np.int8)
    for position in range(size):
        if sets.parent[position] != position:
            root[position], sign[position] = sets.find(position)
    chosen = np.arange(size, dtype=np.int32)
    for position in np.flatnonzero(has_derivative).tolist()[::-1]:
        chosen[root[position]] = position
    representative = chosen[root]
    relative: NDArray[np.int8] = sign * sign[representative]
    differentiated = np.zeros(size, dtype=np.bool_)
    differentiated[representative[has_derivative]] = True
    return Aliases(representative.astype(np.int32), relative, differentiated)
