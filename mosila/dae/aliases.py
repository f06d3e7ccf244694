"""Alias elimination: variables that equations make equal, up to sign, become one."""

from __future__ import annotations

from dataclasses import field

import numpy as np
from numpy.typing import NDArray

from mosila.dae.rows import SUM, Row
from mosila.dae.solutions import alias_slots
from mosila.dae.system import Aliases
from mosila.dataclass import dataclass
from mosila.flat.flat import FlatModel
from mosila.flat.program import ROLES
from mosila.instance.cells import kinds_of, positions_with
from mosila.instance.plan import CELLS, DERIVATIVE, VALUE, Role, Variability
from mosila.source import Span


@dataclass(frozen=True, slots=True)
class Repetition:
    """An equation that says once more what others say already: that two variables are equal."""

    first: int
    second: int
    span: Span
    row: Row | None
    """The row; None for a connection."""


@dataclass(frozen=True, slots=True, eq=False)
class FoundAliases:
    """The aliases, the rows used up by them (places by group), and the equations that add nothing."""

    aliases: Aliases
    used: dict[int, NDArray[np.bool_]]
    repetitions: list[Repetition] = field(default_factory=list)


class _SignedSets:
    """Union-find with signs: each member is plus or minus its root, the smallest position in the set."""

    def __init__(self) -> None:
        self.parent: dict[int, int] = {}
        self.sign: dict[int, int] = {}

    def find(self, node: int) -> tuple[int, int]:
        parent, sign = self.parent, self.sign
        path: list[int] = []
        while node in parent:
            path.append(node)
            node = parent[node]
        for member in reversed(path):
            above = parent[member]
            if above != node:
                sign[member] *= sign[above]
                parent[member] = node
        return node, (sign[path[0]] if path else 1)

    def union(self, left: int, right: int, sign: int) -> int:
        """Make left = sign * right; 0 if that was new, else the sign that joins them already."""
        a, sign_a = self.find(left)
        b, sign_b = self.find(right)
        if a == b:
            return sign_a * sign_b
        high, low = max(a, b), min(a, b)
        self.parent[high] = low
        self.sign[high] = sign * sign_a * sign_b
        return 0


def find_aliases(flat: FlatModel) -> FoundAliases:
    """Joins what connections, balances of two variables and equations `a = b` or `a = -b` make one.

    Connected discrete variables become one too; equations between them stay equations.
    """
    variability = flat.attributes.variability
    eligible = flat.active & (variability == Variability.CONTINUOUS)
    eligible[0] = False
    sets = _SignedSets()
    repetitions: list[Repetition] = []
    _join_connected(flat, sets, eligible | (flat.active & (variability == Variability.DISCRETE)), repetitions)
    eligible &= ~_joined_to_discrete(flat, sets)
    eligible &= flat.attributes.role != ROLES.index(Role.DELAY)  # the pre-value of a delay is its number, its own
    used = {SUM: _join_balances(flat, sets, eligible, repetitions)}
    for number in range(len(flat.equations)):
        _join_equations(flat, number, sets, eligible, used, repetitions)
    return FoundAliases(_freeze(flat, sets), used, repetitions)


def _join_connected(flat: FlatModel, sets: _SignedSets, eligible: NDArray[np.bool_], repetitions: list[Repetition]) -> None:
    may_join = eligible.tolist()
    for equal in flat.equalities:
        if may_join[equal.first] and may_join[equal.second] and sets.union(equal.first, equal.second, 1):
            repetitions.append(Repetition(equal.first, equal.second, equal.span, None))


def _joined_to_discrete(flat: FlatModel, sets: _SignedSets) -> NDArray[np.bool_]:
    """By position: connected, directly or not, to a discrete variable."""
    found = np.zeros(flat.tree.size, dtype=np.bool_)
    ends = [end for equal in flat.equalities for end in (equal.first, equal.second)]
    discrete = flat.attributes.variability == Variability.DISCRETE
    roots = {sets.find(end)[0] for end in ends if discrete[end]}
    if roots:
        found[[end for end in ends if sets.find(end)[0] in roots]] = True
    return found


def _join_balances(flat: FlatModel, sets: _SignedSets, eligible: NDArray[np.bool_], repetitions: list[Repetition]) -> NDArray[np.bool_]:
    may_join = eligible.tolist()
    used = np.zeros(len(flat.sums), dtype=np.bool_)
    for index, balance in enumerate(flat.sums):
        if len(balance.positions) != 2 or abs(balance.coefficients[0]) != abs(balance.coefficients[1]):
            continue
        first, second = balance.positions
        sign = -1 if balance.coefficients[0] == balance.coefficients[1] else 1
        if first == second or not (may_join[first] and may_join[second]):
            continue
        joined = sets.union(first, second, sign)
        used[index] = joined in (0, sign)
        if joined == sign:
            repetitions.append(Repetition(first, second, balance.span, Row(SUM, index)))
    return used


def _join_equations(
    flat: FlatModel,
    number: int,
    sets: _SignedSets,
    eligible: NDArray[np.bool_],
    used: dict[int, NDArray[np.bool_]],
    repetitions: list[Repetition],
) -> None:
    group = flat.equations[number]
    shape = None if group.discrete else alias_slots(group.template)
    if shape is None:
        return
    left, right, sign = shape
    pairs = group.cells[:, [left, right]]
    fits = (kinds_of(pairs) == VALUE).all(axis=1) & eligible[pairs // CELLS].all(axis=1) & (pairs[:, 0] != pairs[:, 1])
    mine = used[number] = np.zeros(len(group), dtype=np.bool_)
    places = np.flatnonzero(fits)
    for index, (a, b) in zip(places.tolist(), (pairs[places] // CELLS).tolist(), strict=True):
        joined = sets.union(a, b, sign)
        mine[index] = joined in (0, sign)
        if joined == sign:
            repetitions.append(Repetition(a, b, group.spans[index], Row(number, index)))


def _freeze(flat: FlatModel, sets: _SignedSets) -> Aliases:
    """Choose who stands for each class: a discrete or differentiated variable if there is one, else the first."""
    size = flat.tree.size
    has_derivative = np.zeros(size, dtype=np.bool_)
    for cells in [group.cells for group in flat.equations] + [group.cells for group in flat.relations]:
        has_derivative[positions_with(cells, DERIVATIVE)] = True
    has_derivative[0] = False
    has_derivative &= flat.active & (flat.attributes.variability == Variability.CONTINUOUS)
    root, sign = np.arange(size, dtype=np.int32), np.ones(size, dtype=np.int8)
    joined = np.fromiter(sets.parent, dtype=np.int64, count=len(sets.parent))
    root[joined] = np.fromiter(sets.parent.values(), dtype=np.int32, count=len(joined))
    sign[joined] = np.fromiter((sets.sign[node] for node in sets.parent), dtype=np.int8, count=len(joined))
    while not np.array_equal(root, root[root]):
        sign, root = sign * sign[root], root[root]
    chosen = np.arange(size, dtype=np.int32)
    for preferred in (has_derivative, flat.attributes.variability == Variability.DISCRETE):
        members = np.flatnonzero(preferred)[::-1]
        chosen[root[members]] = members
    representative = chosen[root]
    relative: NDArray[np.int8] = sign * sign[representative]
    differentiated = np.zeros(size, dtype=np.bool_)
    differentiated[representative[has_derivative]] = True
    return Aliases(representative.astype(np.int32), relative, differentiated, np.full(size, -1, dtype=np.int32))
