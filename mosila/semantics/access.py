"""Access by dots: what of a class can be named from outside."""

from __future__ import annotations

from mosila.diagnostics import MosilaError
from mosila.diagnostics.names import PROTECTED_ACCESS
from mosila.diagnostics.scoping import NOT_ENCAPSULATED, PARTIAL_SCOPE
from mosila.semantics.classes import Class, ClassElement, ComponentElement, Element
from mosila.source import Span
from mosila.syntax import ast


def is_package_like(class_: Class) -> bool:
    """Whether a class has nothing but classes and constants, so that names in it depend on no object."""
    if class_.restriction in ("package", "operator", "operator record"):
        return True
    elements = class_.elements
    if elements.equations or elements.initial_equations or elements.algorithms or elements.external is not None:
        return False
    return all(isinstance(each, ClassElement) or each.is_constant for each in elements.named.values())


def refuse_access(scope: Class, element: Element, span: Span) -> None:
    """Refuse an element that cannot be named through its class."""
    if element.protected:
        raise MosilaError(PROTECTED_ACCESS.at(span, name=element.name, scope=scope.name))
    is_encapsulated = isinstance(element, ClassElement) and element.symbol.definition.encapsulated
    if not is_encapsulated and not is_package_like(scope):
        if isinstance(element, ComponentElement) and not element.is_constant:
            return  # told of in other words
        raise MosilaError(NOT_ENCAPSULATED.at(span, name=element.name, scope=scope.name, related=[(scope.symbol.span, "declared here")]))


def refuse_partial(scope: Class, found: object, name: str, user: Class, span: Span) -> None:
    """Refuse to look into a class that is partial and written so; one that can be replaced may be complete elsewhere."""
    if not scope.is_partial or (isinstance(found, ClassElement) and found.prefixes.replaceable):
        return
    here: Class | None = user
    while here is not None:
        if scope.symbol in (here.symbol, *here.elements.lineage):
            return
        here = here.enclosing
    raise MosilaError(PARTIAL_SCOPE.at(span, name=name, scope=scope.name))


def refuse_type_name(class_: Class, name: ast.Name) -> None:
    """Refuse the name of a type that leads through what cannot be looked into."""
    found: object = class_.root(name.parts[0]) if name.is_global else class_.lookup(name.parts[0])
    for part in name.parts[1:]:
        scope = found.class_ if isinstance(found, ClassElement) else found
        if not isinstance(scope, Class):
            return
        found = scope.member(part)
        if found is None:
            return
        refuse_access(scope, found, name.span)
