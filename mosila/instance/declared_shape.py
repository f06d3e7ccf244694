"""Sizes that the text of classes shows, without laying out the objects in it: two components may each ask for the other's."""

from __future__ import annotations

from mosila.diagnostics import MosilaError
from mosila.instance.names import element_type
from mosila.semantics.classes import Class, ComponentElement
from mosila.semantics.types import Shape
from mosila.syntax import ast


def declared_shape(expression: ast.Expression, scope: Class) -> Shape | None:
    """The dimensions of an array that lists scalars, or of a scalar variable; None: more must be known."""
    match expression:
        case ast.ArrayConstructor(elements=(first, *_) as elements, iterators=()):
            inner = declared_shape(first, scope)
            return None if inner is None else (len(elements), *inner)
        case ast.Reference(is_global=False):
            return () if _is_scalar(expression, scope) else None
        case _:
            return None


def _is_scalar(reference: ast.Reference, scope: Class) -> bool:
    """Whether no part of a reference to a component has dimensions."""
    here: Class | None = scope
    for part in reference.parts:
        element = here.elements.named.get(part.name) if here is not None else None
        if not isinstance(element, ComponentElement) or part.subscripts:
            return False
        try:
            declared = element_type(element)
        except MosilaError:
            return False
        if declared.subscripts:
            return False
        here = declared.type if isinstance(declared.type, Class) else None
    return here is None
