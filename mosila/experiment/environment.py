"""A component by itself -> the same with something general around it.

A resistor alone has no solution: what its pins carry is for the rest of the circuit to say. Here the rest is one equation for
each flow variable that nothing inside is connected to and for each `sum` variable that nothing is attached to, between it and all
potentials of the component's connectors, and a value for each signal that it reads from a bus.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from mosila.flat.flat import FlatModel, Sum
from mosila.instance.plan import Component, IntArray, Link, Plan, Variability
from mosila.source import Span


def in_environment(flat: FlatModel) -> FlatModel:
    """The flat model of a component whose own connectors are connected outside."""
    own = _own_connectors(flat)
    attributes = flat.attributes
    varies = attributes.variability[own] == Variability.CONTINUOUS
    potentials = tuple(own[varies & (attributes.link[own] == Link.POTENTIAL)].tolist())
    connected = (_connected(balance, own, potentials) for balance in flat.sums)
    return replace(flat, sums=(*connected, *_attached(flat, own, potentials), *_given(flat)))


def _own_connectors(flat: FlatModel) -> IntArray:
    """The positions of the connectors of the outermost object."""
    places = [
        np.arange(first, first + component.stride, dtype=np.int32)
        for component in flat.tree.root.components.values()
        if isinstance(component.content, Plan) and component.content.is_connector
        for first in _starts(component, flat.tree.start)
    ]
    return np.concatenate(places) if places else np.zeros(0, dtype=np.int32)


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


def _given(flat: FlatModel) -> Iterator[Sum]:
    """An equation for each signal on an own expandable connector that is read here and comes from outside."""
    for position in flat.open_signals:
        yield Sum((position,), (1.0,), flat.tree.variable_at(position).span, "given outside")
