"""Wiring: what connections anywhere in a model mean for its classes.

What is on an expandable connector and how often a connector is connected is known when the whole model is built, yet classes
depend on it. So the model is built with what is known, the wiring is read off its objects, and it is built again until nothing
changes; a model that asks for none of this is built once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import TypeAlias

from mosila.dataclass import dataclass
from mosila.instance.conditional import Augmentation
from mosila.instance.plan import Connection, Plan, Variable
from mosila.instance.tree import InstanceTree
from mosila.semantics.classes import Class
from mosila.semantics.types import Shape
from mosila.source import Span

Path: TypeAlias = tuple[str, ...]
Signature: TypeAlias = object


@dataclass(frozen=True, slots=True)
class BusElement:
    """Something on an expandable connector: a variable, a connector, or another expandable connector (its class)."""

    name: str
    dimensions: Shape
    content: Variable | Plan | Class | None
    """None: as the expandable connector declares it."""
    span: Span

    @property
    def signature(self) -> Signature:
        """Equal for elements that are laid out in the same way."""
        return self.name, self.dimensions, _signature(self.content)


def _signature(content: Variable | Plan | Class | None) -> Signature:
    if isinstance(content, Variable):
        return content.type, content.variability, content.link
    if isinstance(content, Plan):
        inner = ((name, part.dimensions, _signature(part.content)) for name, part in content.components.items())
        return content.symbol.path, tuple(inner)
    return content


@dataclass(slots=True)
class Wiring:
    """What is known of the connections of a whole model, by the paths of its objects."""

    buses: dict[Path, dict[str, BusElement]] = field(default_factory=dict)
    counts: dict[Path, int] = field(default_factory=dict)
    classes: dict[Plan, Class] = field(default_factory=dict)
    """The classes of the expandable connectors met so far."""
    is_needed: bool = False
    """Whether anything asked for it."""

    def answer(self, kind: str, path: Path) -> Signature:
        """What is known, in a form that can be compared."""
        self.is_needed = True
        if kind == "cardinality":
            return self.counts.get(path, 0)
        return tuple(element.signature for element in self.buses.get(path, {}).values())

    def update(self, tree: InstanceTree) -> bool:
        """Read the wiring off a model; whether it is other than before."""
        counts: dict[Path, int] = {}
        for connection, start in _connections(tree):
            for position, end in ((connection.left, connection.left_end), (connection.right, connection.right_end)):
                path = _path(tree, tree.resolve_position(start + position), end)
                counts[path] = counts.get(path, 0) + 1
        buses = _Buses(tree, self.classes).elements()
        changed = counts != self.counts or _signatures(buses) != _signatures(self.buses)
        self.counts, self.buses = counts, buses
        return changed


def _signatures(buses: dict[Path, dict[str, BusElement]]) -> dict[Path, list[Signature]]:
    return {path: [element.signature for element in elements.values()] for path, elements in buses.items()}


def _path(tree: InstanceTree, position: int, end: Plan | Variable) -> Path:
    return tree.object_path(position) if isinstance(end, Plan) else tree.variable_path(position)


def _connections(tree: InstanceTree) -> Iterator[tuple[Connection, int]]:
    for plan, starts in tree.instances.items():
        for connection in plan.connections:
            yield from ((connection, start) for start in starts.tolist())


@dataclass(slots=True)
class _Merged:
    """An element as all connections to it together make it."""

    dimensions: Shape
    content: Variable | Plan | None
    span: Span


class _Buses:
    """The expandable connectors of a model, those that are connected together."""

    def __init__(self, tree: InstanceTree, classes: dict[Plan, Class]) -> None:
        self.tree = tree
        self.classes = classes
        self.plan_of = {start: plan for plan, starts in tree.instances.items() if plan.is_expandable for start in starts.tolist()}
        self.group_of = {start: start for start in self.plan_of}
        for connection, start in _connections(tree):
            left, right = (tree.resolve_position(start + position) for position in (connection.left, connection.right))
            if left in self.plan_of and right in self.plan_of:
                self.join(left, right)

    def join(self, left: int, right: int) -> None:
        """Two expandable connectors are connected, and so are the expandable ones in them."""
        a, b = self.find(left), self.find(right)
        self.group_of[max(a, b)] = min(a, b)
        for name, component in self.plan_of[left].components.items():
            other = self.plan_of[right].components.get(name)
            if isinstance(component.content, Plan) and component.content.is_expandable and other is not None:
                for number in range(min(component.count, other.count)):
                    first = left + component.offset + number * component.stride
                    second = right + other.offset + number * other.stride
                    if second in self.plan_of:
                        self.join(first, second)

    def find(self, start: int) -> int:
        """The name of the group that an expandable connector is in."""
        while self.group_of[start] != start:
            start = self.group_of[start]
        return start

    def elements(self) -> dict[Path, dict[str, BusElement]]:
        """What is on each expandable connector: all that is used on any that it is connected to."""
        merged: dict[int, dict[str, _Merged]] = {}
        for start, use in self.uses():
            into = merged.setdefault(self.find(start), {})
            known = into.get(use.name)
            if known is None:
                into[use.name] = _Merged(use.dimensions, use.content, use.span)
            else:
                known.dimensions = _larger(known.dimensions, use.dimensions)
                known.content = known.content or use.content
        self.declared(merged)
        return {self.tree.object_path(start): self.laid_out(merged.get(self.find(start), {})) for start in self.plan_of}

    def uses(self) -> Iterator[tuple[int, Augmentation]]:
        """The connections to elements of expandable connectors, in the order of the text."""
        for plan, starts in self.tree.instances.items():
            for use in plan.augmentations:
                for start in starts.tolist():
                    yield self.tree.resolve_position(start + use.bus), use

    def declared(self, merged: dict[int, dict[str, _Merged]]) -> None:
        """Elements whose type is known from a declaration, on the other connectors of the group."""
        for start, plan in self.plan_of.items():
            into = merged.get(self.find(start), {})
            for name, component in plan.components.items():
                if name in into and component.condition and into[name].content is None:
                    into[name].content = component.content

    def laid_out(self, merged: dict[str, _Merged]) -> dict[str, BusElement]:
        """The elements in the order of their names."""
        found: dict[str, BusElement] = {}
        for name, each in sorted(merged.items()):
            content: Variable | Plan | Class | None = each.content
            if isinstance(content, Plan) and content.is_expandable:
                content = self.classes[content]
            found[name] = BusElement(name, each.dimensions, content, each.span)
        return found


def _larger(left: Shape, right: Shape) -> Shape:
    return tuple(max(a, b) for a, b in zip(left, right, strict=True)) if len(left) == len(right) else left
