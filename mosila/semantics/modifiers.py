"""Modifiers: what a declaration or an extends clause changes in a component, merged outer over inner."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from mosila.diagnostics import MosilaError
from mosila.diagnostics.instantiation import NOT_SUPPORTED
from mosila.source import NOWHERE, Span
from mosila.syntax import ast


@dataclass(frozen=True, slots=True)
class Modifier:
    """A value for the element itself, and modifiers for what is in it."""

    value: ast.Expression | None = None
    nested: dict[str, Modifier] = field(default_factory=dict)
    each: bool = False
    span: Span = NOWHERE
    named: Span = NOWHERE
    """Where the element is named."""


EMPTY = Modifier()


def merge(outer: Modifier, inner: Modifier) -> Modifier:
    """Both, the outer one winning where they meet."""
    if outer is EMPTY:
        return inner
    if inner is EMPTY:
        return outer
    nested = dict(inner.nested)
    for name, modifier in outer.nested.items():
        nested[name] = merge(modifier, nested.get(name, EMPTY))
    has_value = outer.value is not None
    return Modifier(
        outer.value if has_value else inner.value,
        nested,
        outer.each if has_value else inner.each,
        outer.span if has_value else inner.span,
        outer.named if outer.named is not NOWHERE else inner.named,
    )


def from_modification(modification: ast.Modification | None) -> Modifier:
    """The modifier that a declaration's `(...) = e` writes."""
    if modification is None:
        return EMPTY
    if modification.is_break:
        raise MosilaError(NOT_SUPPORTED.at(modification.span, construct="`break` as a value", advice="leave the modifier out"))
    nested = from_arguments(modification.arguments).nested
    span = modification.value.span if modification.value is not None else modification.span
    return Modifier(modification.value, nested, span=span)


def from_arguments(arguments: ast.ClassModification | None) -> Modifier:
    """The modifier that arguments in parentheses write."""
    result: dict[str, Modifier] = {}
    for argument in arguments.arguments if arguments is not None else ():
        if not isinstance(argument, ast.ElementModification):
            construct = "`redeclare` in a modifier" if isinstance(argument, ast.ElementRedeclaration) else "`break` of an element"
            raise MosilaError(NOT_SUPPORTED.at(argument.span, construct=construct, advice="write a class of its own"))
        modifier = from_modification(argument.modification)
        if argument.each:
            modifier = replace(modifier, each=True, nested={k: replace(v, each=True) for k, v in modifier.nested.items()})
        modifier = replace(modifier, named=argument.name.span)
        for part in reversed(argument.name.parts[1:]):
            modifier = Modifier(nested={part: modifier}, each=argument.each, span=argument.span, named=argument.name.span)
        head = argument.name.parts[0]
        result[head] = merge(modifier, result.get(head, EMPTY))
    return Modifier(nested=result)
