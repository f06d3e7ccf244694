"""A component by itself -> the same with something general around it.

A resistor alone has no solution: what its pins carry is for the rest of the circuit to say. Here the rest is one equation for
each flow variable that nothing inside is connected to, between it and the potentials of its connector, and a value for each
signal that it reads from a bus.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from mosila.flat.flat import FlatModel, Sum
from mosila.instance.plan import Component, Link, Plan, Variability


def in_environment(flat: FlatModel) -> FlatModel:
    """The flat model of a component whose own connectors are connected outside."""
    places = _own_connectors(flat)
    connected = (_connected(flat, balance, places) for balance in flat.sums)
    return replace(flat, sums=(*connected, *_given(flat)))


def _own_connectors(flat: FlatModel) -> list[range]:
    """The positions of each connector of the outermost object."""
    return [
        range(first, first + component.stride)
        for component in flat.tree.root.components.values()
        if isinstance(component.content, Plan) and component.content.is_connector
        for first in _starts(component, flat.tree.start)
    ]


def _starts(component: Component, first: int) -> list[int]:
    return [first + component.offset + number * component.stride for number in range(component.count)]


def _connected(flat: FlatModel, balance: Sum, places: list[range]) -> Sum:
    place = next((each for each in places if balance.positions[0] in each), None)
    if len(balance.positions) > 1 or place is None:
        return balance
    attributes = flat.attributes
    own = np.arange(place.start, place.stop)
    varies = attributes.variability[own] == Variability.CONTINUOUS
    potentials = own[varies & (attributes.link[own] == Link.POTENTIAL)].tolist()
    positions = (balance.positions[0], *potentials)
    return replace(balance, positions=positions, coefficients=(1.0,) * len(positions), what="what is connected outside")


def _given(flat: FlatModel) -> Iterator[Sum]:
    """An equation for each signal on an own expandable connector that is read here and comes from outside."""
    for position in flat.open_signals:
        yield Sum((position,), (1.0,), flat.tree.variable_at(position).span, "given outside")
