"""Elaboration: a class -> its members, equations and charts with everything inherited merged in."""

from __future__ import annotations

from dataclasses import dataclass

from mosila.diagnostics import MosilaError
from mosila.diagnostics.instantiation import NOT_SUPPORTED
from mosila.diagnostics.names import DUPLICATE_NAME, UNKNOWN_MODIFIER
from mosila.semantics.lookup import ClassTable, suggestion
from mosila.semantics.modifiers import EMPTY, Modifier, from_arguments, from_modification, merge
from mosila.semantics.symbols import Builtin, ClassSymbol
from mosila.source import Span
from mosila.syntax import ast


@dataclass(frozen=True, slots=True)
class Member:
    """A component of a class: how it is declared, in which class, and how extends clauses modify it."""

    name: str
    clause: ast.ComponentClause
    declaration: ast.Declaration
    element: ast.Element
    scope: ClassSymbol
    modifier: Modifier


@dataclass(frozen=True, slots=True)
class Elaborated:
    """What a class has: members by name, equations with the class they are written in, statechart sections."""

    symbol: ClassSymbol
    members: dict[str, Member]
    equations: tuple[tuple[ast.Equation, ClassSymbol], ...]
    charts: tuple[ast.StatechartSection, ...]
    builtin: Builtin | None = None
    builtin_modifier: Modifier = EMPTY
    subscripts: tuple[ast.Expression, ...] = ()


def elaborate(table: ClassTable, symbol: ClassSymbol) -> Elaborated:
    """Merge a class with its bases; a type derived from a predefined one has `builtin` set."""
    members: dict[str, Member] = {}
    equations: list[tuple[ast.Equation, ClassSymbol]] = []
    charts: list[ast.StatechartSection] = []
    builtin: Builtin | None = None
    builtin_modifier = EMPTY
    subscripts: tuple[ast.Expression, ...] = ()
    body = symbol.definition.body
    for base, clause in table.bases(symbol):
        modifier = from_arguments(clause.modification)
        if isinstance(base, Builtin):
            builtin, builtin_modifier = base, merge(modifier, builtin_modifier)
            continue
        inherited = elaborate(table, base)
        if inherited.builtin is not None:
            builtin = inherited.builtin
            builtin_modifier = merge(modifier, inherited.builtin_modifier)
            subscripts = inherited.subscripts
            continue
        for name, inner in modifier.nested.items():
            if name not in inherited.members:
                advice = suggestion(name, inherited.members)
                raise MosilaError(UNKNOWN_MODIFIER.at(inner.named, scope=base.name, name=name, suggestion=advice))
        for name, member in inherited.members.items():
            outer = modifier.nested.get(name, EMPTY)
            _add(members, symbol, _modified(member, outer))
        equations.extend(inherited.equations)
        charts.extend(inherited.charts)
    if isinstance(body, ast.ShortClass):
        subscripts = (*body.subscripts, *subscripts)
    for element in symbol.elements:
        if isinstance(element.item, ast.ComponentClause):
            for declaration in element.item.declarations:
                modifier = from_modification(declaration.modification)
                _add(members, symbol, Member(declaration.name, element.item, declaration, element, symbol, modifier))
    _collect_sections(symbol, equations, charts)
    return Elaborated(symbol, members, tuple(equations), tuple(charts), builtin, builtin_modifier, subscripts)


def _modified(member: Member, outer: Modifier) -> Member:
    modifier = merge(outer, member.modifier)
    return Member(member.name, member.clause, member.declaration, member.element, member.scope, modifier)


def _add(members: dict[str, Member], symbol: ClassSymbol, member: Member) -> None:
    known = members.get(member.name)
    if known is not None and known.declaration is not member.declaration:
        related = [(known.declaration.span, "first declared here")]
        raise MosilaError(DUPLICATE_NAME.at(member.declaration.span, name=member.name, scope=symbol.name, related=related))
    members.setdefault(member.name, member)


def _collect_sections(symbol: ClassSymbol, equations: list[tuple[ast.Equation, ClassSymbol]], charts: list[ast.StatechartSection]) -> None:
    body = symbol.definition.body
    if isinstance(body, ast.Composition):
        if body.external is not None:
            raise _unsupported(body.external.span, "an external function")
        for section in body.sections:
            match section:
                case ast.EquationSection(initial=True):
                    raise _unsupported(section.span, "`initial equation`", "give start values in the declarations")
                case ast.EquationSection(equations=written):
                    equations.extend((equation, symbol) for equation in written)
                case ast.AlgorithmSection():
                    raise _unsupported(section.span, "an algorithm section", "write equations")
                case ast.StatechartSection():
                    charts.append(section)
    elif not isinstance(body, ast.ShortClass):
        raise _unsupported(symbol.span, f"a class of this form ({type(body).__name__})")


def _unsupported(span: Span, construct: str, advice: str = "leave it out") -> MosilaError:
    return MosilaError(NOT_SUPPORTED.at(span, construct=construct, advice=advice))
