"""Expandable connectors: what connections to their elements bring onto them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from mosila.diagnostics import MosilaError
from mosila.diagnostics.connect import NOT_ON_BUS
from mosila.diagnostics.instantiation import NOT_SUPPORTED
from mosila.instance.conditional import Augmentation
from mosila.instance.context import Context
from mosila.instance.lower import lower_structural
from mosila.instance.plan import Component, Plan, Variable
from mosila.instance.prefixes import is_expandable
from mosila.instance.surroundings import Prefixes, Surroundings
from mosila.instance.wiring import BusElement
from mosila.semantics.classes import Class, ComponentElement
from mosila.semantics.modifiers import EMPTY
from mosila.semantics.types import Shape
from mosila.syntax import ast
from mosila.syntax.format import expression_text

if TYPE_CHECKING:
    from mosila.instance.build import PlanBuilder
    from mosila.instance.references import Found


def bus_elements(builder: PlanBuilder) -> dict[str, BusElement]:
    """What is on the expandable connector that is being built."""
    return builder.surroundings.ask_bus() if is_expandable(builder.class_) else {}


def is_potential(builder: PlanBuilder, element: ComponentElement, declared: object) -> bool:
    """Whether a declared element of an expandable connector is there only if something is connected to it."""
    if not is_expandable(builder.class_) or element.clause.variability in ("parameter", "constant"):
        return False
    return not (isinstance(declared, Class) and is_expandable(declared))


def bus_component(builder: PlanBuilder, element: BusElement) -> Component:
    """The component that an element becomes which is not declared."""
    content = element.content
    if isinstance(content, Class):
        content = _inner_bus(builder, element, content)
    elif isinstance(content, Variable):
        content = replace(content, causality="", in_connector=True, on_bus=True, protected=False, is_final=False)
    assert content is not None, "only what has a type is added"
    return Component(element.name, builder.size, element.dimensions, content, builder.class_.symbol, element.span)


def _inner_bus(builder: PlanBuilder, element: BusElement, class_: Class) -> Plan:
    plans: list[Plan] = []
    for index in np.ndindex(*element.dimensions):
        around = Surroundings(EMPTY, builder, index, builder.surroundings, element.name, Prefixes(in_connector=True))
        plans.append(builder.factory.plan(class_, around, element.span))
    if any(plan is not plans[0] for plan in plans):
        construct = "an array of expandable connectors with different elements"
        raise MosilaError(NOT_SUPPORTED.at(element.span, construct=construct, advice="give them different names"))
    return plans[0]


class BusEnd:
    """One side of a connection that names an element of an expandable connector."""

    def __init__(self, builder: PlanBuilder, reference: ast.Reference, context: Context) -> None:
        self.builder = builder
        self.reference = reference
        head = ast.Reference(reference.parts[:-1], span=reference.span)
        self.bus = builder.scope.find(head, context)
        if len(self.bus.positions) != 1:
            construct = "connecting to an element of an array of expandable connectors"
            raise MosilaError(NOT_SUPPORTED.at(reference.span, construct=construct, advice="connect in a loop"))
        self.name = reference.parts[-1].name
        plan = self.bus.component.content
        assert isinstance(plan, Plan)
        self.component = plan.components.get(self.name)
        self.indices = [_numbers(builder, subscript, context) for subscript in reference.parts[-1].subscripts]

    @property
    def is_there(self) -> bool:
        """Whether the element is laid out, with all that is named of it."""
        component = self.component
        if component is None or not component.condition or len(self.indices) > len(component.dimensions):
            return False
        return all(
            numbers is None or max(numbers, default=1) <= size for numbers, size in zip(self.indices, component.dimensions, strict=False)
        )

    def use(self, other: Found | None) -> Augmentation:
        """What a connection with something brings onto the expandable connector."""
        content = other.component.content if other is not None else None
        shape = other.shape if other is not None else ()
        if self.indices:
            shape = tuple(max(numbers, default=0) if numbers is not None else 0 for numbers in self.indices)
        if other is None and self.is_there and self.component is not None:
            shape = self.component.dimensions
        return Augmentation(self.bus.positions[0], self.name, shape, content, self.reference.span)

    def missing(self, why: str) -> MosilaError:
        """The error of an element that nothing brings onto the connector."""
        bus = ".".join(self.bus.path)
        return MosilaError(NOT_ON_BUS.at(self.reference.span, name=expression_text(self.reference), bus=bus, why=why))


def _numbers(builder: PlanBuilder, subscript: ast.Expression, context: Context) -> list[int] | None:
    """The elements that a subscript names; None: all."""
    if isinstance(subscript, ast.Colon):
        return None
    value = lower_structural(subscript, builder.scope, context, "a subscript in `connect`")
    return [int(element.value) for element in value.elements]


def names_bus_element(builder: PlanBuilder, reference: ast.Reference) -> bool:
    """Whether a reference is to an element, there or not, of an expandable connector."""
    component: Component | None = None
    for part in reference.parts[:-1]:
        content = component.content if component is not None else None
        if component is not None and not isinstance(content, Plan):
            return False
        component = content.components.get(part.name) if isinstance(content, Plan) else builder.component(part.name)
        if component is None or not component.condition:
            return False
    return component is not None and isinstance(component.content, Plan) and component.content.is_expandable


def bus_dimensions(elements: dict[str, BusElement], name: str, count: int) -> Shape | None:
    """The dimensions of a declared element as its connections make them."""
    found = elements.get(name)
    return found.dimensions if found is not None and len(found.dimensions) == count else None
