"""Connectors of a program: inputs of the model itself, bounds of flows, what is in expandable connectors."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mosila.flat.flat import Attributes, Weak
from mosila.instance.plan import Component, Link, Variability, Variable
from mosila.instance.tree import InstanceTree
from mosila.symbolic.evaluate import evaluate

if TYPE_CHECKING:
    from mosila.flat.program import ValueGroup


def hold_inputs(tree: InstanceTree, bindings: list[ValueGroup], weak: dict[int, Weak]) -> None:
    """The inputs of the model itself come from outside: without a value there they keep their start values."""
    bound = {int(target) for group in bindings for target in group.targets}
    for component in tree.root.components.values():
        is_port = isinstance(component.content, Variable) or component.content.is_connector
        for offset, variable in _leaves(component) if is_port and not component.protected and not component.is_reference else ():
            position = tree.start + offset
            if variable.causality == "input" and variable.variability is Variability.CONTINUOUS and position not in bound:
                weak.setdefault(position, Weak(position, variable.span, strict=not variable.span.path.endswith(".mosila"), is_input=True))


def _leaves(component: Component) -> Iterable[tuple[int, Variable]]:
    """The variables of a component by offset."""
    for number in range(component.count):
        first = component.offset + number * component.stride
        if isinstance(component.content, Variable):
            yield first, component.content
        else:
            for inner in component.content.components.values():
                yield from ((first + offset, variable) for offset, variable in _leaves(inner))


def has_streams(tree: InstanceTree) -> bool:
    """Whether anything in a program has stream variables."""
    return any(plan.streams for plan in tree.instances)


def flow_bounds(attributes: Attributes, low: Iterable[ValueGroup], high: Iterable[ValueGroup]) -> dict[int, tuple[float, float]]:
    """The `min` and `max` of flow variables that are literal numbers."""
    lows, highs = _literals(attributes, low), _literals(attributes, high)
    positions = sorted({*lows, *highs})
    return {position: (lows.get(position, -np.inf), highs.get(position, np.inf)) for position in positions}


def _literals(attributes: Attributes, groups: Iterable[ValueGroup]) -> dict[int, float]:
    found: dict[int, float] = {}
    for group in groups:
        for row in np.flatnonzero(attributes.link[group.targets] == Link.FLOW).tolist():
            value = evaluate(group.template.right, [attributes.literal.get(int(c), float("nan")) for c in group.cells[row]])
            if np.isfinite(value):
                found[int(group.targets[row])] = value
    return found


def bus_positions(tree: InstanceTree) -> NDArray[np.bool_]:
    """By position: whether it is in an expandable connector."""
    found = np.zeros(tree.size, dtype=np.bool_)
    for plan, starts in tree.instances.items():
        if plan.is_expandable:
            for start in starts.tolist():
                found[start : start + plan.size] = True
    return found
