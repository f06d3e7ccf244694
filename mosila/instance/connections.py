"""Connections of a class: `connect(a, b)` -> pairs of connectors of its plan."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from mosila.diagnostics import MosilaError
from mosila.diagnostics.connect import (
    CONNECT_SUM,
    CONNECTORS_DIFFER,
    EXPANDABLE_AND_PLAIN,
    NOT_A_CONNECTOR,
    TOO_DEEP,
    TWO_OUTERS,
    VALUES_DIFFER,
)
from mosila.diagnostics.types import NOT_PARAMETER
from mosila.instance.bus import BusEnd, names_bus_element
from mosila.instance.conditional import Augmentation
from mosila.instance.context import Context
from mosila.instance.plan import Component, Connection, Link, Plan, Variability, Variable
from mosila.instance.references import DynamicSubscriptError, Found
from mosila.instance.values import wrong_size
from mosila.semantics.symbols import Builtin
from mosila.semantics.types import type_name
from mosila.syntax import ast
from mosila.syntax.format import expression_text

if TYPE_CHECKING:
    from mosila.instance.build import PlanBuilder


class ConnectionCollector:
    """Gathers the connections of one plan."""

    def __init__(self, builder: PlanBuilder) -> None:
        self.builder = builder
        self.found: list[Connection] = []
        self.augmentations: list[Augmentation] = []

    def connect(self, equation: ast.Connect, context: Context) -> None:
        """`connect(a, b)`, element by element for arrays; dropped where an end is a component that is not there."""
        if self.is_absent(equation.left) or self.is_absent(equation.right):
            return
        on_bus = [BusEnd(self.builder, end, context) if self.is_on_bus(end, context) else None for end in (equation.left, equation.right)]
        ends = [
            self.connector(reference, context) if end is None or end.is_there else None
            for reference, end in zip((equation.left, equation.right), on_bus, strict=True)
        ]
        for end, other in zip(on_bus, reversed(ends), strict=True):
            if end is not None:
                self.augmentations.append(end.use(other))
        left, right = ends
        if left is None or right is None:
            missing = next(end for end, found in zip(on_bus, ends, strict=True) if end is not None and found is None)
            raise missing.missing("nothing that is declared is connected to it")
        self.join(equation, left, right, context)

    def join(self, equation: ast.Connect, left: Found, right: Found, context: Context) -> None:
        """Connect two connectors, or arrays of them."""
        if left.shape != right.shape:
            raise wrong_size(equation.span, "`connect`", left.shape, right.shape)
        if left.component.content is not right.component.content:
            check_connectors(left.component, right.component, equation)
        first, second = (self.builder.components[found.path[0]] for found in (left, right))
        if first.is_reference and second.is_reference:
            names = expression_text(equation.left), expression_text(equation.right)
            raise MosilaError(TWO_OUTERS.at(equation.span, left=names[0], right=names[1]))
        self.check_texts(equation, left, right, context)
        for a, b in zip(left.positions, right.positions, strict=True):
            self.found.append(
                Connection(
                    left=a,
                    right=b,
                    left_end=left.component.content,
                    right_end=right.component.content,
                    left_outside=is_connector(first),
                    right_outside=is_connector(second),
                    left_path=left.path,
                    right_path=right.path,
                    span=equation.span,
                    left_protected=first.protected,
                    right_protected=second.protected,
                )
            )

    def check_texts(self, equation: ast.Connect, left: Found, right: Found, context: Context) -> None:
        """Refuse String parameters that differ; all other parameters are compared when the whole model is known."""
        content = left.component.content
        for name, part in content.components.items() if isinstance(content, Plan) else ():
            if isinstance(part.content, Variable) and part.content.type is Builtin.STRING and not left.shape and not part.dimensions:
                texts: list[str] = []
                for end in (equation.left, equation.right):
                    reference = ast.Reference((*end.parts, ast.Part(name)), span=end.span)
                    with suppress(MosilaError):  # a parameter without a value is told of where it is declared
                        texts.append(self.builder.structural_value(reference, context.known_now("a String")).string)
                if len(set(texts)) > 1:
                    names = [f"{expression_text(end)}.{name}" for end in (equation.left, equation.right)]
                    values = [f'"{text}"' for text in texts]
                    where, why = equation.span, VALUES_DIFFER
                    raise MosilaError(why.at(where, left=names[0], right=names[1], left_value=values[0], right_value=values[1]))

    def is_on_bus(self, reference: ast.Reference, context: Context) -> bool:
        """Whether a reference is to an element, there or not, of an expandable connector."""
        return self.builder.scope.is_member(reference, context) and names_bus_element(self.builder, reference)

    def is_absent(self, reference: ast.Reference) -> bool:
        """Whether a reference names a conditional component that is not there, or something in one."""
        plan: Plan | None = None
        for part in reference.parts:
            component = self.builder.component(part.name) if plan is None else plan.components.get(part.name)
            if component is None:
                return False
            if not component.condition:
                return plan is None or not plan.is_expandable
            if not isinstance(component.content, Plan):
                return False
            plan = component.content
        return False

    def connector(self, reference: ast.Reference, context: Context) -> Found:
        """The connector that a reference names."""
        if not self.builder.scope.is_member(reference, context):
            raise self.builder.scope.unknown(reference, 0, context)
        try:
            found = self.builder.scope.find(reference, context)
        except DynamicSubscriptError:
            raise MosilaError(NOT_PARAMETER.at(reference.span, what="a subscript in `connect`", text=expression_text(reference))) from None
        if not is_connector(found.component):
            raise MosilaError(NOT_A_CONNECTOR.at(reference.span, name=expression_text(reference)))
        self.refuse_depth(reference)
        content = found.component.content
        for component in content.components.values() if isinstance(content, Plan) else ():
            if isinstance(component.content, Variable) and component.content.link is Link.SUM:
                raise MosilaError(CONNECT_SUM.at(reference.span, name=expression_text(reference)))
        return found

    def refuse_depth(self, reference: ast.Reference) -> None:
        """Only the first part of a reference may be something else than a connector."""
        here = self.builder.components[reference.parts[0].name]
        for place, part in enumerate(reference.parts[1:], 1):
            assert isinstance(here.content, Plan)
            here = here.content.components[part.name]
            if not is_connector(here):
                inner, outer = (".".join(p.name for p in reference.parts[: place + last]) for last in (1, 0))
                raise MosilaError(TOO_DEEP.at(reference.span, name=expression_text(reference), inner=inner, outer=outer))


def is_connector(component: Component) -> bool:
    """Whether a component can be connected."""
    content = component.content
    return content.is_connector if isinstance(content, Plan) else content.in_connector


def check_connectors(left: Component, right: Component, equation: ast.Connect) -> None:
    """Refuse connectors that do not fit."""
    span, names = equation.span, (expression_text(equation.left), expression_text(equation.right))
    if _is_expandable(left.content) != _is_expandable(right.content):
        bus = names[0] if _is_expandable(left.content) else names[1]
        raise MosilaError(EXPANDABLE_AND_PLAIN.at(span, left=names[0], right=names[1], bus=bus))
    why = _difference(left.content, right.content, "")
    if why:
        raise MosilaError(CONNECTORS_DIFFER.at(span, why=why, left=names[0], right=names[1]))


def _is_expandable(content: Plan | Variable) -> bool:
    return isinstance(content, Plan) and content.is_expandable


def _difference(left: Plan | Variable, right: Plan | Variable, name: str) -> str:
    """Why two connectors, or parts of them under one name, cannot be joined; nothing if they can."""
    if left is right or (_is_expandable(left) and _is_expandable(right)):
        return ""
    whose = f"`{name}` differs" if name else "they differ"
    if isinstance(left, Variable) and isinstance(right, Variable):
        return _variables_differ(left, right, whose)
    if not isinstance(left, Plan) or not isinstance(right, Plan):
        return f"`{name}` is a variable in one and a connector in the other" if name else "one is a variable and the other has several"
    if left.components.keys() != right.components.keys():
        return f"`{name}` has different variables" if name else "they have different variables"
    for inner, component in left.components.items():
        other = right.components[inner]
        path = f"{name}.{inner}" if name else inner
        if component.dimensions != other.dimensions or component.condition != other.condition:
            return f"`{path}` differs in size"
        why = _difference(component.content, other.content, path)
        if why:
            return why
    return ""


def _variables_differ(left: Variable, right: Variable, whose: str) -> str:
    if left.type != right.type:
        return f"{whose} in type ({type_name(left.type)} and {type_name(right.type)})"
    if left.link is not right.link:
        return f"{whose} in prefix (flow and stream)"
    if left.variability != right.variability and min(left.variability, right.variability) <= Variability.PARAMETER:
        return f"{whose} in variability (parameter and constant)"
    if bool(left.causality) != bool(right.causality) and not left.on_bus and not right.on_bus:
        return f"{whose} in prefix: input or output in one only"
    return ""
