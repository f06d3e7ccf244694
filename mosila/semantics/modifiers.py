"""Modifiers: what a declaration, an extends clause or a class changes in an element, merged outer over inner."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, replace
from typing import TYPE_CHECKING, TypeAlias

from mosila.dataclass import dataclass
from mosila.diagnostics import Diagnostic, MosilaError
from mosila.diagnostics.modifiers import FINAL_MODIFIED, MODIFIED_TWICE
from mosila.source import NOWHERE, Span
from mosila.syntax import ast

if TYPE_CHECKING:
    from mosila.semantics.classes import Class


@dataclass(frozen=True, slots=True, eq=False)
class Redeclaration:
    """`redeclare` of an element: what is written, and the class in whose text it stands."""

    element: ast.ClassDefinition | ast.ComponentClause
    scope: Class
    span: Span
    final: bool = False
    replaceable: bool = False
    constraint: ast.ConstrainedBy | None = None
    over: Redeclaration | None = None
    """An earlier redeclaration of the same element, which this one replaces."""


@dataclass(frozen=True, slots=True, eq=False)
class Modifier:
    """A value for the element itself, modifiers for what is in it, perhaps another declaration in its place."""

    value: ast.Expression | None = None
    scope: Class | None = None
    """The class in whose text the value stands."""
    nested: dict[str, Modifier] = field(default_factory=dict)
    each: int | None = None
    """Written after `each`: how many modifiers further out the word stands, 0 on this one. What is an array out there has one value."""
    final: bool = False
    is_break: bool = False
    redeclaration: Redeclaration | None = None
    span: Span = NOWHERE
    named: Span = NOWHERE
    """Where the element is named."""

    def inner(self, name: str) -> Modifier:
        """What is said of an element inside."""
        return self.nested.get(name, EMPTY)

    def span_of(self, path: tuple[str, ...]) -> Span:
        """Where something is said of an element inside, or of what is around it."""
        here = self
        for name in path:
            here = here.nested.get(name, here)
        return here.span if here.span is not NOWHERE else here.named

    @property
    def has_value(self) -> bool:
        """Whether it gives a value, or takes it away."""
        return self.value is not None or self.is_break


EMPTY = Modifier()

Faults: TypeAlias = dict[Diagnostic, None]
"""Where mistakes are collected, so that one run finds them all."""


def merge(outer: Modifier, inner: Modifier, faults: Faults | None = None) -> Modifier:
    """Both, the outer one winning where they meet; what is final inside cannot be changed."""
    if outer is EMPTY:
        return inner
    if inner is EMPTY:
        return outer
    if inner.final and (outer.has_value or outer.nested or outer.redeclaration is not None):
        _tell(FINAL_MODIFIED.at(outer.named, name="this element", related=[(inner.named, "final here")]), faults)
        return inner
    nested = dict(inner.nested)
    for name, modifier in outer.nested.items():
        nested[name] = merge(modifier, nested.get(name, EMPTY), faults)
    chosen = outer if outer.has_value else inner
    return Modifier(
        value=chosen.value,
        scope=chosen.scope,
        nested=nested,
        each=chosen.each,
        final=outer.final or inner.final,
        is_break=chosen.is_break,
        redeclaration=_stacked(outer.redeclaration, inner.redeclaration),
        span=chosen.span,
        named=outer.named if outer.named is not NOWHERE else inner.named,
    )


def _stacked(outer: Redeclaration | None, inner: Redeclaration | None) -> Redeclaration | None:
    """The outer redeclaration on top of the inner one."""
    if outer is None or inner is None:
        return outer or inner
    here: Redeclaration | None = outer
    while here is not None:
        if here.element is inner.element:
            return outer
        here = here.over
    return replace(outer, over=_stacked(outer.over, inner))


def _tell(fault: Diagnostic, faults: Faults | None) -> None:
    if faults is None:
        raise MosilaError(fault)
    faults[fault] = None


def from_modification(modification: ast.Modification | None, scope: Class, faults: Faults | None = None) -> Modifier:
    """The modifier that a declaration's `(...) = e` writes."""
    if modification is None:
        return EMPTY
    nested = from_arguments(modification.arguments, scope, faults).nested
    span = modification.value.span if modification.value is not None else modification.span
    return Modifier(modification.value, scope, nested, is_break=modification.is_break, span=span)


def from_arguments(arguments: ast.ClassModification | None, scope: Class, faults: Faults | None = None) -> Modifier:
    """The modifier that arguments in parentheses write."""
    result: dict[str, Modifier] = {}
    for argument in arguments.arguments if arguments is not None else ():
        match argument:
            case ast.ElementModification():
                head, modifier = argument.name.parts[0], _element(argument, scope, faults)
            case ast.ElementRedeclaration():
                head, modifier = _redeclared(argument, scope, faults)
            case _:
                continue
        known = result.get(head)
        if known is not None:
            _refuse_double(head, modifier, known, faults)
            modifier = merge(modifier, known, faults)
        result[head] = modifier
    return Modifier(nested=result) if result else EMPTY


def _element(argument: ast.ElementModification, scope: Class, faults: Faults | None) -> Modifier:
    modifier = from_modification(argument.modification, scope, faults)
    modifier = replace(modifier, named=argument.name.span, final=argument.final)
    for part in reversed(argument.name.parts[1:]):
        modifier = Modifier(nested={part: modifier}, span=argument.span, named=argument.name.span)
    return _with_each(modifier, 0) if argument.each else modifier


def _with_each(modifier: Modifier, depth: int) -> Modifier:
    nested = {name: inner if inner.each is not None else _with_each(inner, depth + 1) for name, inner in modifier.nested.items()}
    return replace(modifier, each=depth, nested=nested)


def _redeclared(argument: ast.ElementRedeclaration, scope: Class, faults: Faults | None) -> tuple[str, Modifier]:
    element = argument.element
    redeclaration = Redeclaration(element, scope, argument.span, argument.final, argument.replaceable, argument.constraint)
    if isinstance(element, ast.ClassDefinition):
        return element.name, Modifier(redeclaration=redeclaration, span=argument.span, named=element.name_span)
    declaration = element.declarations[0]
    written = from_modification(declaration.modification, scope, faults)
    modifier = replace(written, redeclaration=redeclaration, named=declaration.span)
    return declaration.name, _with_each(modifier, 0) if argument.each else modifier


def _refuse_double(name: str, new: Modifier, known: Modifier, faults: Faults | None) -> None:
    if new.has_value and known.has_value:
        _tell(MODIFIED_TWICE.at(new.named, name=name, related=[(known.named, "first here")]), faults)
    for inner, modifier in new.nested.items():
        if inner in known.nested:
            _refuse_double(inner, modifier, known.nested[inner], faults)


def broken_elements(arguments: ast.ClassModification | None) -> Iterator[ast.BreakElement]:
    """The `break` arguments of an extends clause."""
    for argument in arguments.arguments if arguments is not None else ():
        if isinstance(argument, ast.BreakElement):
            yield argument


def final_parts(modifier: Modifier) -> Iterator[tuple[str, ...]]:
    """The paths of the elements inside that a modifier makes final."""
    for name, inner in modifier.nested.items():
        if inner.final:
            yield (name,)
        yield from ((name, *path) for path in final_parts(inner))


def redeclarations(modifier: Modifier) -> Modifier:
    """Only what decides about classes: redeclarations and values taken away, at any depth; values are left out."""
    nested = {name: kept for name, inner in modifier.nested.items() if (kept := redeclarations(inner)) is not EMPTY}
    if modifier.redeclaration is None and not nested and not modifier.is_break:
        return EMPTY
    return Modifier(
        nested=nested, is_break=modifier.is_break, redeclaration=modifier.redeclaration, span=modifier.span, named=modifier.named
    )


def redeclaration_key(modifier: Modifier) -> tuple[object, ...]:
    """Equal for modifiers that redeclare the same elements by the same text, and take the same values away."""
    own: list[object] = ["break"] if modifier.is_break else []
    here = modifier.redeclaration
    while here is not None:
        own += [id(here.element), id(here.scope)]
        here = here.over
    return (*own, *((name, redeclaration_key(inner)) for name, inner in sorted(modifier.nested.items())))


def without_broken(equations: tuple[tuple[ast.Equation, Class], ...], broken: list[ast.BreakElement]) -> list[tuple[ast.Equation, Class]]:
    """The inherited equations without the connections that `break connect(a, b)` takes out."""
    names = {each.name for each in broken if each.name is not None}
    gone = [each.connect for each in broken if each.connect is not None]

    def is_gone(equation: ast.Equation) -> bool:
        if not isinstance(equation, ast.Connect):
            return False
        if equation.left.parts[0].name in names or equation.right.parts[0].name in names:
            return True
        pair = (equation.left, equation.right)
        return any(pair in ((one.left, one.right), (one.right, one.left)) for one in gone)

    return [(equation, scope) for equation, scope in equations if not is_gone(equation)]
