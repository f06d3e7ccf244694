"""Redeclarations: another declaration in the place of an element."""

from __future__ import annotations

from dataclasses import replace

from mosila.diagnostics import MosilaError
from mosila.diagnostics.modifiers import CONSTANT_REDECLARED, FINAL_MODIFIED, NOT_REPLACEABLE
from mosila.semantics.elements import ClassElement, ComponentElement, Element
from mosila.semantics.modifiers import EMPTY, Modifier, Redeclaration, from_arguments, merge
from mosila.semantics.symbols import ClassSymbol
from mosila.syntax import ast


def redeclared_element(element: Element, modifier: Modifier) -> Element:
    """The element as a modifier leaves it: another declaration in its place, or the same with more modifiers."""
    redeclaration = modifier.redeclaration
    if redeclaration is None:
        return replace(element, modifier=merge(modifier, element.modifier)) if isinstance(element, ComponentElement) else element
    if redeclaration.over is not None:
        element = redeclared_element(element, Modifier(redeclaration=redeclaration.over, named=modifier.named))
    _refuse_redeclaration(element, redeclaration)
    prefixes = replace(
        element.prefixes,
        replaceable=redeclaration.replaceable,
        final=redeclaration.final,
        constraint=redeclaration.constraint or element.prefixes.constraint,
    )
    match element, redeclaration.element:
        case ClassElement(), ast.ClassDefinition() as definition:
            return _redeclared_class(element, modifier, redeclaration, definition, prefixes)
        case ComponentElement(), ast.ComponentClause() as clause:
            return _redeclared_component(element, modifier, redeclaration, clause, prefixes)
    raise MosilaError(NOT_REPLACEABLE.at(redeclaration.span, name=element.name, related=[(element.span, "declared here")]))


def _refuse_redeclaration(element: Element, redeclaration: Redeclaration) -> None:
    """Refuse to redeclare what is final, constant or not replaceable."""
    prefixes, related = element.prefixes, [(element.span, "declared here")]
    if prefixes.final:
        raise MosilaError(FINAL_MODIFIED.at(redeclaration.span, name=f"`{element.name}`", related=related))
    if isinstance(element, ComponentElement) and element.is_constant:
        raise MosilaError(CONSTANT_REDECLARED.at(redeclaration.span, name=element.name, related=related))
    if not prefixes.replaceable and not prefixes.redeclare and not prefixes.outer and not _sizes_only(element, redeclaration):
        raise MosilaError(NOT_REPLACEABLE.at(redeclaration.span, name=element.name, related=related))


def _sizes_only(element: Element, redeclaration: Redeclaration) -> bool:
    """Whether a redeclaration only says how large an array `x[:]` is."""
    clause = redeclaration.element
    if not isinstance(element, ComponentElement) or not isinstance(clause, ast.ComponentClause) or clause.type != element.clause.type:
        return False
    old, new = element.declaration.subscripts, clause.declarations[0].subscripts
    return len(old) == len(new) > 0 and all(isinstance(a, ast.Colon) or a == b for a, b in zip(old, new, strict=True))


def _redeclared_class(
    element: ClassElement, modifier: Modifier, redeclaration: Redeclaration, definition: ast.ClassDefinition, prefixes: ast.Element
) -> ClassElement:
    scope, inner = redeclaration.scope, replace(modifier, redeclaration=None)
    if isinstance(definition.body, ast.ClassExtends):
        symbol = scope.symbol.nested(definition.name)
        assert symbol is not None
        return ClassElement(element.name, scope, prefixes, symbol, inner, element, element.protected, element, redeclaration.span)
    symbol = ClassSymbol(definition, scope.symbol)
    inner = merge(inner, _constraint_modifier(element))
    return ClassElement(element.name, scope, prefixes, symbol, inner, None, element.protected, element, redeclaration.span)


def _constraint_modifier(element: Element) -> Modifier:
    """What the constraining clause of a replaceable element says of whatever takes its place."""
    constraint = element.prefixes.constraint
    if constraint is not None:
        return from_arguments(constraint.modification, element.owner)
    if isinstance(element, ComponentElement):
        return replace(element.modifier, value=None, is_break=False) if element.modifier is not EMPTY else EMPTY
    body = element.symbol.definition.body
    return from_arguments(body.modification, element.owner) if isinstance(body, ast.ShortClass) else EMPTY


def _redeclared_component(
    element: ComponentElement, modifier: Modifier, redeclaration: Redeclaration, clause: ast.ComponentClause, prefixes: ast.Element
) -> ComponentElement:
    declaration = clause.declarations[0]
    old = element.clause
    merged_clause = replace(
        clause,
        connection=clause.connection or old.connection,
        variability=clause.variability or old.variability,
        causality=clause.causality or old.causality,
    )
    if not declaration.subscripts and not clause.subscripts:
        declaration = replace(declaration, subscripts=element.declaration.subscripts)
        merged_clause = replace(merged_clause, subscripts=old.subscripts)
    if declaration.condition is None:
        declaration = replace(declaration, condition=element.declaration.condition)
    kept = replace(modifier, redeclaration=None)
    if _sizes_only(element, redeclaration):
        return replace(element, clause=merged_clause, declaration=declaration, modifier=merge(kept, element.modifier))
    return ComponentElement(
        element.name,
        redeclaration.scope,
        prefixes,
        merged_clause,
        declaration,
        merge(kept, _constraint_modifier(element)),
        element.protected,
        element,
        redeclaration.span,
    )
