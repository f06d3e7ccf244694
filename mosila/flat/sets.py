"""Connection sets: which variables are connected, each as seen from inside its object or from around it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from mosila.instance.plan import Link, Plan, Variability, Variable
from mosila.source import Span


class Pair(NamedTuple):
    """Two scalar variables that a connection or an attachment joins; outside: it is of the class that connects."""

    first: int
    second: int
    link: Link
    first_outside: bool
    second_outside: bool
    span: Span
    first_protected: bool = False
    second_protected: bool = False
    is_known: bool = False
    """Parameters or constants: they must be equal, and are not solved for."""


def node(position: int, outside: bool) -> int:
    """The number of a variable in the connection sets of its own class (outside) or of the class around its object."""
    return 2 * position + outside


class ConnectionSets:
    """Union-find that keeps, for each set, its smallest member as the name."""

    def __init__(self) -> None:
        self.parent: dict[int, int] = {}

    def find(self, member: int) -> int:
        """The name of the set of a member."""
        parent = self.parent
        root = member
        while parent.setdefault(root, root) != root:
            root = parent[root]
        while parent[member] != root:
            parent[member], member = root, parent[member]
        return root

    def union(self, left: int, right: int) -> bool:
        """Join two sets; False if they were one already."""
        a, b = self.find(left), self.find(right)
        if a == b:
            return False
        self.parent[max(a, b)] = min(a, b)
        return True

    def sets(self) -> dict[int, list[int]]:
        """The members of each set, in order."""
        found: dict[int, list[int]] = {}
        for member in sorted(self.parent):
            found.setdefault(self.find(member), []).append(member)
        return found


def joined_pairs(pairs: Iterable[Pair]) -> ConnectionSets:
    """The connection sets that pairs make."""
    sets = ConnectionSets()
    for pair in pairs:
        sets.union(node(pair.first, pair.first_outside), node(pair.second, pair.second_outside))
    return sets


def connector_variables(left: Plan | Variable, right: Plan | Variable) -> Iterator[tuple[int, int, Variable]]:
    """The pairs of variables, by offset, that two connectors join."""
    if isinstance(left, Variable) or isinstance(right, Variable):
        assert isinstance(left, Variable)
        yield 0, 0, left
        return
    for name, component in left.components.items():
        other = right.components.get(name)
        if other is None or not component.condition or not other.condition:
            continue
        for number in range(component.count):
            a = component.offset + number * component.stride
            b = other.offset + number * other.stride
            if isinstance(component.content, Variable):
                yield a, b, component.content
            else:
                assert isinstance(other.content, Plan)
                for inner_a, inner_b, variable in connector_variables(component.content, other.content):
                    yield a + inner_a, b + inner_b, variable


def is_known(variable: Variable) -> bool:
    """Whether a variable of a connector is not solved for."""
    return variable.variability <= Variability.PARAMETER
