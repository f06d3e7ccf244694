"""A component by itself -> the same with something general around it.

A resistor alone has no solution: what its pins carry is for the rest of the circuit to say. Here the rest is one equation for
each flow variable that nothing inside is connected to and for each `sum` variable that nothing is attached to, between it and all
potentials of the component's connectors, and a value for each signal that it reads from a bus. Of a port without any of these, as
behaviour objects may have it, what the component leaves open comes from outside.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from mosila.flat.flat import FlatModel, Sum, Weak
from mosila.instance.connectors import own_leaves
from mosila.instance.plan import Component, IntArray, Link, Plan, Variability
from mosila.source import Span


def in_environment(flat: FlatModel) -> FlatModel:
    """The flat model of a component whose own connectors are connected outside."""
    own = _own_connectors(flat)
    attributes = flat.attributes
    varies = attributes.variability[own] == Variability.CONTINUOUS
    potentials = tuple(own[varies & (attributes.link[own] == Link.POTENTIAL)].tolist())
    connected = (_connected(balance, own, potentials) for balance in flat.sums)
    return replace(flat, sums=(*connected, *_attached(flat, own, potentials), *_given(flat)), weak={**flat.weak, **dict(_open(flat))})


def _own_connectors(flat: FlatModel) -> IntArray:
    """The positions of the connectors of the outermost object."""
    places = [
        np.arange(first, first + component.stride, dtype=np.int32)
        for component in _own_ports(flat)
        for first in _starts(component, flat.tree.start)
    ]
    return np.concatenate(places) if places else np.zeros(0, dtype=np.int32)


def _own_ports(flat: FlatModel) -> list[Component]:
    """The connectors of the outermost object that have variables inside."""
    return [each for each in flat.tree.root.components.values() if isinstance(each.content, Plan) and each.content.is_connector]


def _starts(component: Component, first: int) -> list[int]:
    return [first + component.offset + number * component.stride for number in range(component.count)]


def _connected(balance: Sum, own: IntArray, potentials: tuple[int, ...]) -> Sum:
    position = balance.positions[0]
    return balance if len(balance.positions) > 1 or position not in own else _outside(position, potentials, balance.span)


def _attached(flat: FlatModel, own: IntArray, potentials: tuple[int, ...]) -> Iterator[Sum]:
    """An equation for each `sum` variable of an own connector, if there are potentials that nothing has a value for."""
    unknown = tuple(position for position in potentials if position not in flat.weak)
    for position in flat.zero_sums if unknown else ():
        if position in own:
            yield _outside(position, unknown, flat.tree.variable_at(position).span)


def _outside(position: int, potentials: tuple[int, ...], span: Span) -> Sum:
    positions = (position, *potentials)
    return Sum(positions, (1.0,) * len(positions), span, "what is connected outside")


def _open(flat: FlatModel) -> Iterator[tuple[int, Weak]]:
    """The potentials of own ports that have nothing else: whatever the component does not determine is given there."""
    for component in _own_ports(flat):
        variables = [(flat.tree.start + offset, variable) for offset, variable in own_leaves(component, whole=True)]
        if all(variable.link is Link.POTENTIAL for _, variable in variables):
            for position, variable in variables:
                if variable.variability is Variability.CONTINUOUS and not variable.causality and position not in flat.weak:
                    yield position, Weak(position, variable.span, strict=False, is_outside=True)


def _given(flat: FlatModel) -> Iterator[Sum]:
    """An equation for each signal on an own expandable connector that is read here and comes from outside."""
    for position in flat.open_signals:
        yield Sum((position,), (1.0,), flat.tree.variable_at(position).span, "given outside")
