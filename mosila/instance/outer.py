"""`outer` components and classes: what stands for the `inner` one of an object around."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from mosila.diagnostics import Diagnostic, MosilaError
from mosila.diagnostics.instantiation import NO_INNER
from mosila.diagnostics.scoping import INNER_ADDED, INNER_DIFFERS
from mosila.instance.context import Context
from mosila.instance.names import ElementType, dimension, element_type
from mosila.instance.plan import Component, Plan, Variable
from mosila.instance.surroundings import Surroundings
from mosila.instance.values import size_text, type_phrase
from mosila.semantics.classes import Class, ClassElement, ComponentElement
from mosila.semantics.modifiers import EMPTY, Modifier, Redeclaration
from mosila.syntax import ast
from mosila.syntax.annotations import class_text

if TYPE_CHECKING:
    from mosila.instance.build import PlanBuilder


def outer_component(builder: PlanBuilder, element: ComponentElement) -> Component:
    """The component that an `outer` declaration means, laid out as the `inner` one is."""
    found = builder.surroundings.ask_inner(element.name)
    if found is None:
        builder.factory.missing_inners.setdefault(element.name, []).append(element)
        raise MosilaError(_no_inner(element))
    inner = found[1]
    declared = element_type(element)
    why = _difference(builder, declared, inner)
    if why:
        raise MosilaError(INNER_DIFFERS.at(element.span, name=element.name, why=why, related=[(inner.span, "the inner one")]))
    return Component(
        name=element.name,
        offset=builder.size,
        dimensions=inner.dimensions,
        content=inner.content,
        declared_in=element.owner.symbol,
        span=element.span,
        is_reference=True,
        protected=element.protected,
        visible=_visible(declared, inner),
    )


def _no_inner(element: ComponentElement) -> Diagnostic:
    """What is said of an `outer` component without any `inner` one, in the words of its class where it has some."""
    class_ = element_type(element).type
    own = class_text(class_.symbol.definition, "missingInnerMessage") if isinstance(class_, Class) else None
    return NO_INNER.at(element.span, name=element.name, type=".".join(element.clause.type.parts), own=f": {own}" if own else "")


def _difference(builder: PlanBuilder, declared: ElementType, inner: Component) -> str:
    """What an inner component lacks of what the outer one promises."""
    if len(declared.subscripts) != len(inner.dimensions):
        return f"it has {len(inner.dimensions)} dimensions, not {len(declared.subscripts)}"
    for (subscript, owner), size in zip(declared.subscripts, inner.dimensions, strict=True):
        if not isinstance(subscript, ast.Colon):
            wanted = dimension(subscript, builder.scope, Context(owner))
            if wanted != size:
                return f"its size is {size_text(inner.dimensions)}, where {wanted} is wanted"
    content = inner.content
    if not isinstance(declared.type, Class):
        if isinstance(content, Plan):
            return f"it is an object of class {content.symbol.name}, not {type_phrase(declared.type)}"
        return "" if content.type == declared.type else f"it is {type_phrase(content.type)}, not {type_phrase(declared.type)}"
    if isinstance(content, Variable):
        return f"it is {type_phrase(content.type)}, not an object of class {declared.type.name}"
    names = (n for n, e in declared.type.elements.named.items() if isinstance(e, ComponentElement) and not e.protected)
    lacking = next((name for name in names if name not in content.components), None)
    return f"it has no `{lacking}`" if lacking is not None else ""


def _visible(declared: ElementType, inner: Component) -> frozenset[str] | None:
    """The names that the outer's class knows; None: all."""
    if not isinstance(declared.type, Class) or not isinstance(inner.content, Plan) or declared.type.symbol is inner.content.symbol:
        return None
    return frozenset(declared.type.elements.named)


def with_inner_classes(class_: Class, surroundings: Surroundings) -> Class:
    """A class with its `outer` classes replaced by the `inner` ones around its object."""
    nested: dict[str, Modifier] = {}
    for name in class_.outer_classes:
        here: Surroundings | None = surroundings
        while here is not None and here.builder is not None:
            element = here.builder.class_.elements.named.get(name)
            if isinstance(element, ClassElement) and element.prefixes.inner:
                redeclaration = Redeclaration(element.symbol.definition, element.owner, element.span)
                nested[name] = Modifier(redeclaration=redeclaration, named=element.span)
                break
            here = here.outer
    return class_.specialise(Modifier(nested=nested)) if nested else class_


def added_inner(elements: list[ComponentElement]) -> ComponentElement | None:
    """The `inner` component that can be added for `outer` ones without any: all name one class, which is complete."""
    first = elements[0]
    try:
        classes = [element_type(each).type for each in elements]
    except MosilaError:
        return None
    class_ = classes[0]
    if not isinstance(class_, Class) or class_.is_partial:
        return None
    if any(not isinstance(each, Class) or each.symbol is not class_.symbol for each in classes):
        return None
    declaration = ast.Declaration(first.name, span=first.span)
    clause = replace(first.clause, declarations=(declaration,))
    return ComponentElement(first.name, first.owner, ast.Element(clause, inner=True), clause, declaration, EMPTY)


def added_warning(element: ComponentElement) -> Diagnostic:
    """What is said of an `inner` component that was added."""
    return INNER_ADDED.at(element.span, name=element.name, type=".".join(element.clause.type.parts))
