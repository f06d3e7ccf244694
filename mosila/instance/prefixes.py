"""Prefixes of components: what `flow`, `input`, `parameter` and the like may stand before."""

from __future__ import annotations

from collections.abc import Iterator

from mosila.diagnostics import MosilaError
from mosila.diagnostics.connect import MISPLACED_PREFIX, NOT_ADDABLE
from mosila.instance.names import ElementType, element_type
from mosila.semantics.classes import Class, ClassElement, ComponentElement
from mosila.semantics.symbols import Builtin
from mosila.semantics.types import type_name


def is_expandable(class_: Class) -> bool:
    """Whether the objects of a class are expandable connectors."""
    return class_.symbol.definition.expandable


def check_prefixes(element: ComponentElement, declared: ElementType, owner: Class) -> None:
    """Refuse prefixes that the type of a component or the class around it do not go with."""
    connection, variability = element.clause.connection, element.clause.variability
    in_connector = owner.restriction == "connector"
    if connection == "stream" and not in_connector:
        what = f"`{element.name}` is a stream outside of a connector"
        raise MosilaError(MISPLACED_PREFIX.at(element.span, what=what, advice="declare it in a connector"))
    if in_connector and connection in ("flow", "stream") and is_expandable(owner):
        what = f"`{element.name}` is {connection} in the expandable connector {owner.name}"
        raise MosilaError(MISPLACED_PREFIX.at(element.span, what=what, advice="put it into a connector of its own, and that on the bus"))
    if not isinstance(declared.type, Class):
        return
    if variability in ("parameter", "constant") and declared.type.restriction == "connector":
        what = f"`{element.name}` is a connector and cannot be {variability}"
        raise MosilaError(MISPLACED_PREFIX.at(element.span, what=what, advice=f"use {variability}s inside of the connector"))
    if connection in ("flow", "stream"):
        _check_flow(element, declared.type)


def _check_flow(element: ComponentElement, class_: Class) -> None:
    """Flows are summed: an operator record must be able to, any other must be made of Reals."""
    if class_.restriction == "operator record":
        if missing := _missing_operator(class_):
            raise MosilaError(NOT_ADDABLE.at(element.span, name=element.name, type=class_.name, missing=missing))
        return
    for inner in class_.elements.named.values():
        if isinstance(inner, ComponentElement) and inner.clause.variability not in ("parameter", "constant"):
            declared = element_type(inner)
            if not isinstance(declared.type, Class) and declared.type is not Builtin.REAL:
                what = f"`{element.name}` is {element.clause.connection}, but `{inner.name}` in it is of type {type_name(declared.type)}"
                related = [(inner.span, "declared here")]
                raise MosilaError(MISPLACED_PREFIX.at(element.span, what=what, advice="only Reals flow", related=related))


def _missing_operator(class_: Class) -> str:
    named = class_.elements.named
    for name in ("'+'", "'0'"):
        if not isinstance(named.get(name), ClassElement):
            return f"operator {name}"
    minus = named.get("'-'")
    if not isinstance(minus, ClassElement) or not any(_takes_one(each) for each in _functions(minus.class_)):
        return "operator '-' of one operand"
    return ""


def _functions(class_: Class) -> Iterator[Class]:
    """The functions of an operator: itself, or those in it."""
    if class_.is_function:
        yield class_
    for inner in class_.elements.named.values():
        if isinstance(inner, ClassElement) and inner.class_.is_function:
            yield inner.class_


def _takes_one(function: Class) -> bool:
    inputs = [e for e in function.elements.named.values() if isinstance(e, ComponentElement) and e.clause.causality == "input"]
    return sum(each.modifier.value is None for each in inputs) == 1
