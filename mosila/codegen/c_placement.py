"""Where shared subexpressions are computed: expressions -> temporaries, each in the block that needs it.

A region is a stretch of code that runs as a whole: the body of the loop, or the branch of a condition. A temporary stands
in the outermost region in which its value is certainly needed, so what a condition guards is never computed before it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import field
from heapq import heapify, heappop, heappush
from typing import Final

from mosila.dataclass import dataclass
from mosila.symbolic.expression import CALL, LEAVES, OUTPUT, Expr, postorder

BODY: Final = 0
INLINE_DEPTH: Final = 32  # compilers limit how deep parentheses may nest
CONDITIONAL: Final = {"if": (1, 2), "and": (1,), "or": (1,)}  # operands that may be left out


@dataclass(slots=True)
class Placement:
    """In which regions each node stands, and for each region its temporaries in order."""

    parent: list[int] = field(default_factory=lambda: [BODY])
    sibling: list[int | None] = field(default_factory=lambda: [None])  # the branch that runs if this one does not
    branches: dict[tuple[int, Expr, int], int] = field(default_factory=dict)
    homes: dict[Expr, dict[int, int]] = field(default_factory=dict)  # node -> region -> how many uses it serves there
    temporaries: list[list[Expr]] = field(default_factory=lambda: [[]])
    stored: set[tuple[Expr, int]] = field(default_factory=set)

    def branch(self, region: int, node: Expr, operand: int) -> int:
        """The region of an operand of a node that stands in `region`: its own if it may be left out."""
        return self.branches.get((region, node, operand), region)

    def home(self, node: Expr, region: int) -> int:
        """The region, `region` or one around it, in which the node stands."""
        homes = self.homes[node]
        while region not in homes:
            region = self.parent[region]
        return region

    def is_stored(self, node: Expr, region: int) -> bool:
        """Whether the node, used in a region, is a temporary."""
        return not is_leaf(node) and (node, self.home(node, region)) in self.stored

    def has_statements(self, region: int, node: Expr) -> bool:
        """Whether a branch of the node that stands in `region` holds temporaries, so that it takes more than `?:`."""
        branches = (self.branches.get((region, node, operand)) for operand in CONDITIONAL.get(node.operator, ()))
        return any(branch is not None and self.temporaries[branch] for branch in branches)


def is_leaf(node: Expr) -> bool:
    """Whether the node is a literal, a slot or a text."""
    return node.operator in LEAVES


def place(roots: Sequence[Expr]) -> Placement:
    """Decides for every node in which regions it stands and whether it is a temporary there."""
    placement = Placement()
    order = [node for node in postorder(roots) if not is_leaf(node)]
    uses: dict[Expr, list[int]] = {node: [] for node in order}
    for root in roots:
        if not is_leaf(root):
            uses[root].append(BODY)
    for node in reversed(order):
        homes = placement.homes[node] = _settle(placement, uses[node])
        for region in homes:
            _open_branches(placement, region, node)
            for position, operand in enumerate(node.operands):
                if not is_leaf(operand):
                    uses[operand].append(placement.branch(region, node, position))
    _choose_temporaries(placement, order)
    return placement


def _open_branches(placement: Placement, region: int, node: Expr) -> None:
    positions = CONDITIONAL.get(node.operator, ())
    first = len(placement.parent)
    for place, position in enumerate(positions):
        placement.branches[region, node, position] = first + place
        placement.parent.append(region)
        placement.sibling.append(first + 1 - place if len(positions) == 2 else None)
        placement.temporaries.append([])


def _settle(placement: Placement, uses: list[int]) -> dict[int, int]:
    """The outermost regions in which one of the uses is certain, and how many uses each of them serves."""
    homes = Counter(uses)
    inner_first = [-region for region in homes]  # inner regions have larger numbers
    heapify(inner_first)
    while inner_first:
        region = -heappop(inner_first)
        sibling = placement.sibling[region]
        if region in homes and sibling is not None and sibling in homes:
            outer = placement.parent[region]
            homes[outer] += homes.pop(region) + homes.pop(sibling)
            heappush(inner_first, -outer)
    for region in sorted(homes, reverse=True):
        outer = region
        while outer != BODY:
            outer = placement.parent[outer]
            if outer in homes:
                homes[outer] += homes.pop(region)
                break
    return dict(sorted(homes.items()))


def _choose_temporaries(placement: Placement, order: Sequence[Expr]) -> None:
    depths: dict[tuple[Expr, int], int] = {}
    for node in order:
        for region, count in placement.homes[node].items():
            depth = 1
            for position, operand in enumerate(node.operands):
                if not is_leaf(operand):
                    home = placement.home(operand, placement.branch(region, node, position))
                    depth = max(depth, 1 + depths[operand, home])
            shared = count > 1 and not (node.operator in ("neg", "not") and is_leaf(node.operands[0])) and node.operator != OUTPUT
            if node.operator == CALL or shared or depth > INLINE_DEPTH or placement.has_statements(region, node):
                placement.stored.add((node, region))
                placement.temporaries[region].append(node)
                depth = 0
            depths[node, region] = depth
