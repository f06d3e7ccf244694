"""Connections and attachments: which variables become equal, which sum to zero, and what streams carry."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field

import numpy as np
from numpy.typing import NDArray

from mosila.dataclass import dataclass
from mosila.diagnostics import MosilaError
from mosila.diagnostics.attachment import BASE_IS_ATTACHED
from mosila.flat.check_connected import check_known, check_signals
from mosila.flat.flat import ActiveAssertion, Equal, EquationGroup, Sum
from mosila.flat.program import ROLES, Program
from mosila.flat.sets import ConnectionSets, Pair, connector_variables, is_known, joined_pairs, node
from mosila.flat.streams import stream_equations
from mosila.instance.action_plan import common_connectors
from mosila.instance.plan import Connection, Link, Plan, Role, Variability
from mosila.instance.structure import Structure
from mosila.source import Span


@dataclass(slots=True)
class Joined:
    """What connections and attachments of a structure say."""

    equalities: list[Equal] = field(default_factory=list)
    sums: list[Sum] = field(default_factory=list)
    zero_sums: list[int] = field(default_factory=list)
    equations: list[EquationGroup] = field(default_factory=list)
    assertions: list[ActiveAssertion] = field(default_factory=list)
    open_signals: list[int] = field(default_factory=list)


def join(program: Program, structure: Structure, active: NDArray[np.bool_]) -> Joined:
    """Equalities and balances of one structure."""
    static = [*_static_pairs(program, active), *_wired_pairs(program, structure, active)]
    joined = Joined(assertions=check_known(program, [pair for pair in static if pair.is_known]))
    connected = [pair for pair in static if not pair.is_known]
    joined.open_signals.extend(check_signals(program, connected))
    attached = list(_attached_pairs(program, structure))
    by_link: dict[Link, list[Pair]] = {link: [] for link in Link}
    for pair in (*connected, *attached):
        by_link[pair.link].append(pair)
    potentials = ConnectionSets()
    for pair in by_link[Link.POTENTIAL]:
        if potentials.union(pair.first, pair.second):
            joined.equalities.append(Equal(pair.first, pair.second, pair.span))
    _add_gaps(program, active, by_link[Link.POTENTIAL], joined)
    _add_attachment_sums(program, active, by_link[Link.SUM], joined)
    _add_balances(program, active, by_link[Link.FLOW], joined)
    streams = stream_equations(program, active, by_link[Link.STREAM])
    joined.equalities.extend(streams.equalities)
    joined.sums.extend(streams.sums)
    joined.equations.extend(streams.equations)
    return joined


def _static_pairs(program: Program, active: NDArray[np.bool_]) -> Iterator[Pair]:
    for plan, starts in program.tree.instances.items():
        if not plan.connections:
            continue
        for start in starts.tolist():
            if not active[start]:
                continue
            for connection in plan.connections:
                yield from _connected_pairs(program, connection, start, active)


def _wired_pairs(program: Program, structure: Structure, active: NDArray[np.bool_]) -> Iterator[Pair]:
    """What connections that actions have made join."""
    for owner, number in sorted(structure.wires):
        if active[owner]:
            yield from _connected_pairs(program, program.tree.object_at(owner).wires[number], owner, active)


def _connected_pairs(program: Program, connection: Connection, start: int, active: NDArray[np.bool_]) -> Iterator[Pair]:
    left = program.tree.resolve_position(start + connection.left)
    right = program.tree.resolve_position(start + connection.right)
    if left < 0 or right < 0:
        return
    if not active[left] or not active[right]:
        return
    for a, b, variable in connector_variables(connection.left_end, connection.right_end):
        yield Pair(
            left + a,
            right + b,
            variable.link,
            connection.left_outside,
            connection.right_outside,
            connection.span,
            connection.left_protected,
            connection.right_protected,
            is_known(variable),
        )


def _attached_pairs(program: Program, structure: Structure) -> Iterable[Pair]:
    for base, object_ in sorted(structure.attachments):
        base_plan, object_plan = program.tree.object_at(base), program.tree.object_at(object_)
        for component, partner in common_connectors(base_plan, object_plan):
            assert isinstance(component.content, Plan)
            assert isinstance(partner.content, Plan)
            for a, b, variable in connector_variables(component.content, partner.content):
                if not is_known(variable):
                    first, second = base + component.offset + a, object_ + partner.offset + b
                    yield Pair(first, second, variable.link, False, False, component.span)


def _add_gaps(program: Program, active: NDArray[np.bool_], pairs: list[Pair], joined: Joined) -> None:
    """Elements of arrays on buses that nothing is connected to are zero."""
    if not program.on_bus.any():
        return
    attributes = program.attributes
    is_gap = program.on_bus & active & (attributes.link == Link.POTENTIAL) & (attributes.role == ROLES.index(Role.VARIABLE))
    is_gap &= attributes.variability == Variability.CONTINUOUS
    is_gap[[position for pair in pairs for position in (pair.first, pair.second)]] = False
    for position in np.flatnonzero(is_gap).tolist():
        joined.sums.append(Sum((position,), (1.0,), program.tree.variable_at(position).span, "nothing is connected"))


def _add_attachment_sums(program: Program, active: NDArray[np.bool_], pairs: list[Pair], joined: Joined) -> None:
    """A `sum` variable of a base is the sum over what is attached; alone it is zero unless something else determines it."""
    attached: dict[int, tuple[list[int], Span]] = {}
    for pair in pairs:
        attached.setdefault(pair.first, ([], pair.span))[0].append(pair.second)
    below = {pair.second for pair in pairs}
    _refuse_chains(program, attached, below)
    for base, (objects, span) in attached.items():
        joined.sums.append(Sum((base, *objects), (-1.0, *(1.0 for _ in objects)), span, "sum over attached objects"))
    sums = np.flatnonzero(_linked(program, active, Link.SUM))
    joined.zero_sums.extend(p for p in sums.tolist() if p not in attached and p not in below)


def _refuse_chains(program: Program, attached: dict[int, tuple[list[int], Span]], below: set[int]) -> None:
    tree = program.tree
    for base, (objects, span) in attached.items():
        if base in below:
            names = [".".join(tree.object_path(position)[:-1]) for position in (base, objects[0])]
            raise MosilaError(BASE_IS_ATTACHED.at(span, base=names[0], objects=names[1], name=tree.variable_name(base)))


def _add_balances(program: Program, active: NDArray[np.bool_], pairs: list[Pair], joined: Joined) -> None:
    """One balance for each connection set; a flow variable that nothing is connected to is zero."""
    flows = joined_pairs(pairs)
    spans = {node(p, outside): pair.span for pair in pairs for p, outside in _ends(pair)}
    sets: dict[int, list[int]] = {}
    is_flow = _linked(program, active, Link.FLOW)
    for position in np.flatnonzero(is_flow).tolist():
        sets.setdefault(flows.find(node(position, False)), []).append(node(position, False))
    for position in np.flatnonzero(is_flow & program.on_bus).tolist():
        flows.find(node(position, True))
    for member in sorted(flows.parent):
        if member % 2:
            sets.setdefault(flows.find(member), []).append(member)
    for members in sets.values():
        positions = tuple(member // 2 for member in members)
        coefficients = tuple(-1.0 if member % 2 else 1.0 for member in members)
        span = next((spans[member] for member in members if member in spans), None)
        what = "balance of connected flows" if len(members) > 1 else "nothing is connected"
        joined.sums.append(Sum(positions, coefficients, span or program.tree.variable_at(positions[0]).span, what))


def _linked(program: Program, active: NDArray[np.bool_], link: Link) -> NDArray[np.bool_]:
    """By position: whether it is an active variable of a link; those of `outer` components stand for others."""
    found: NDArray[np.bool_] = (program.attributes.link == link) & active
    found[program.tree.references[0]] = False
    return found


def _ends(pair: Pair) -> tuple[tuple[int, bool], tuple[int, bool]]:
    return (pair.first, pair.first_outside), (pair.second, pair.second_outside)
