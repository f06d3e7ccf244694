"""Connections and attachments: which variables become equal, and which sum to zero."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from mosila.diagnostics import MosilaError
from mosila.diagnostics.attachment import BASE_IS_ATTACHED
from mosila.flat.flat import Equal, Sum
from mosila.flat.program import Program
from mosila.instance.chart_plan import common_connectors
from mosila.instance.plan import Link, Plan, Variable
from mosila.instance.structure import Structure
from mosila.source import NOWHERE, Span


@dataclass(slots=True)
class Joined:
    """What connections and attachments of a structure say."""

    equalities: list[Equal] = field(default_factory=list)
    sums: list[Sum] = field(default_factory=list)
    zero_sums: list[int] = field(default_factory=list)


class _Sets:
    """Union-find that keeps, for each set, its smallest member as the name."""

    def __init__(self) -> None:
        self.parent: dict[int, int] = {}

    def find(self, node: int) -> int:
        parent = self.parent
        root = node
        while parent.setdefault(root, root) != root:
            root = parent[root]
        while parent[node] != root:
            parent[node], node = root, parent[node]
        return root

    def union(self, left: int, right: int) -> bool:
        """Join two sets; False if they were one already."""
        a, b = self.find(left), self.find(right)
        if a == b:
            return False
        self.parent[max(a, b)] = min(a, b)
        return True


def connector_variables(left: Plan, right: Plan) -> Iterator[tuple[int, int, Link, Span]]:
    """The pairs of variables, by offset, that two connectors join."""
    for name, component in left.components.items():
        other = right.components[name]
        for number in range(component.count):
            a = component.offset + number * component.stride
            b = other.offset + number * other.stride
            if isinstance(component.content, Variable):
                yield a, b, component.content.link, component.span
            else:
                assert isinstance(other.content, Plan)
                for inner_a, inner_b, link, span in connector_variables(component.content, other.content):
                    yield a + inner_a, b + inner_b, link, span


def join(program: Program, structure: Structure, active: NDArray[np.bool_]) -> Joined:
    """Equalities and balances of one structure."""
    joined = Joined()
    potentials, flows = _Sets(), _Sets()
    flow_spans: dict[int, Span] = {}
    for a, b, link, a_outside, b_outside, span in _static_pairs(program, active):
        if link is Link.FLOW:
            flows.union(2 * a + a_outside, 2 * b + b_outside)
            flow_spans[2 * a + a_outside] = span
            flow_spans[2 * b + b_outside] = span
        elif potentials.union(a, b):
            joined.equalities.append(Equal(a, b, span))
    attached: dict[int, tuple[list[int], Span]] = {}
    below: set[int] = set()
    for base, object_, link, span in _attached_pairs(program, structure):
        if link is Link.SUM:
            attached.setdefault(base, ([], span))[0].append(object_)
            below.add(object_)
        elif link is Link.FLOW:
            flows.union(2 * base, 2 * object_)
            flow_spans[2 * base] = flow_spans[2 * object_] = span
        elif potentials.union(base, object_):
            joined.equalities.append(Equal(base, object_, span))
    _refuse_chains(program, attached, below)
    _add_balances(program, active, flows, flow_spans, joined)
    for base, (objects, span) in attached.items():
        joined.sums.append(Sum((base, *objects), (-1.0, *(1.0 for _ in objects)), span, "sum over attached objects"))
    sums = np.flatnonzero((program.attributes.link == Link.SUM) & active)
    joined.zero_sums.extend(p for p in sums.tolist() if p not in attached and p not in below)
    return joined


def _static_pairs(program: Program, active: NDArray[np.bool_]) -> Iterator[tuple[int, int, Link, bool, bool, Span]]:
    for plan, starts in program.tree.instances.items():
        if not plan.connections:
            continue
        for start in starts.tolist():
            if not active[start]:
                continue
            for connection in plan.connections:
                left, right = start + connection.left, start + connection.right
                if active[left] and active[right]:
                    for a, b, link, _ in connector_variables(connection.left_plan, connection.right_plan):
                        yield left + a, right + b, link, connection.left_outside, connection.right_outside, connection.span


def _attached_pairs(program: Program, structure: Structure) -> Iterable[tuple[int, int, Link, Span]]:
    for base, object_ in sorted(structure.attachments):
        base_plan, object_plan = program.tree.object_at(base), program.tree.object_at(object_)
        for component, partner in common_connectors(base_plan, object_plan):
            assert isinstance(component.content, Plan)
            assert isinstance(partner.content, Plan)
            for a, b, link, _ in connector_variables(component.content, partner.content):
                yield base + component.offset + a, object_ + partner.offset + b, link, component.span


def _refuse_chains(program: Program, attached: dict[int, tuple[list[int], Span]], below: set[int]) -> None:
    tree = program.tree
    for base, (objects, span) in attached.items():
        if base in below:
            names = [".".join(tree.object_path(position)[:-1]) for position in (base, objects[0])]
            raise MosilaError(BASE_IS_ATTACHED.at(span, base=names[0], objects=names[1], name=tree.variable_name(base)))


def _add_balances(program: Program, active: NDArray[np.bool_], flows: _Sets, spans: dict[int, Span], joined: Joined) -> None:
    """One balance for each connection set; a flow variable that nothing is connected to is zero."""
    sets: dict[int, list[int]] = {}
    for position in np.flatnonzero((program.attributes.link == Link.FLOW) & active).tolist():
        sets.setdefault(flows.find(2 * position), []).append(2 * position)
    for node in sorted(flows.parent):
        if node % 2:
            sets.setdefault(flows.find(node), []).append(node)
    for members in sets.values():
        positions = tuple(node // 2 for node in members)
        coefficients = tuple(-1.0 if node % 2 else 1.0 for node in members)
        span = next((spans[node] for node in members if node in spans), NOWHERE)
        what = "balance of connected flows" if len(members) > 1 else "nothing is connected"
        joined.sums.append(Sum(positions, coefficients, span, what))
