"""Constraining types: what a replaceable element, and what takes its place, must fit."""

from __future__ import annotations

from collections.abc import Iterator

from mosila.diagnostics import Diagnostic, MosilaError
from mosila.diagnostics.modifiers import NOT_A_SUBTYPE
from mosila.semantics.classes import Class, ComponentElement, Element
from mosila.semantics.subtypes import Found, misfit
from mosila.semantics.symbols import Builtin
from mosila.source import Span
from mosila.syntax import ast


def check_constraints(class_: Class) -> Iterator[Diagnostic]:
    """Replaceable elements whose own class does not fit what stands after `constrainedby`."""
    for element in class_.elements.named.values():
        if element.prefixes.constraint is not None and element.owner is class_ and element.original is None:
            yield from _compare(element, _type_of(element), element, element.span)


def check_redeclarations(class_: Class) -> Iterator[Diagnostic]:
    """Redeclarations in a class whose new type does not fit the constraining type of the element."""
    for element in class_.elements.named.values():
        here: Element = element
        while here.original is not None:
            yield from _compare(here, _type_of(here), here.original, here.redeclared_at)
            constraint = here.prefixes.constraint
            if constraint is not None and constraint is not here.original.prefixes.constraint:
                yield from _compare(here, _named(here, constraint.name), here.original, here.redeclared_at)
            here = here.original


def _compare(element: Element, new: Found | None, old: Element, span: Span) -> Iterator[Diagnostic]:
    try:
        constraint = old.prefixes.constraint
        wanted = _named(old, constraint.name) if constraint is not None else _type_of(old)
        why = misfit(new, wanted) if new is not None and wanted is not None else ""
    except MosilaError:
        return  # a class that cannot be made sense of is told of elsewhere
    if why:
        related = [(old.span, "the replaceable element")]
        yield NOT_A_SUBTYPE.at(span, name=element.name, new=_name(new), why=why, constraint=_name(wanted), related=related)


def _type_of(element: Element) -> Found | None:
    """The class of an element, without the dimensions that its own declaration adds."""
    try:
        if isinstance(element, ComponentElement):
            return element.owner.find_class(element.clause.type)
        body = element.symbol.definition.body
        if isinstance(body, ast.ShortClass) and body.subscripts:
            return element.owner.find_class(body.type)
        if isinstance(body, ast.ClassExtends):
            return None
        return element.class_
    except MosilaError:
        return None


def _named(element: Element, name: ast.Name) -> Found | None:
    try:
        return element.constraint_scope.find_class(name)
    except MosilaError:
        return None


def _name(found: Found | None) -> str:
    if found is None:
        return "it"
    return found.value if isinstance(found, Builtin) else found.name
