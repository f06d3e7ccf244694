"""Texts -> trees and diagnostics, for the tests of the parser."""

from __future__ import annotations

from dataclasses import fields

from mosila.diagnostics import Diagnostic, MosilaError
from mosila.source import SourceFile, Span
from mosila.syntax import ast
from mosila.syntax.format import format_definition
from mosila.syntax.parse import parse_source


def parse(text: str) -> ast.StoredDefinition:
    """The tree of a text that is right."""
    return parse_source(SourceFile("test.mo", text))


def only_class(text: str) -> ast.ClassDefinition:
    """The one class of a text."""
    (top,) = parse(text).classes
    return top.definition


def body(text: str) -> ast.Composition:
    """The body of the one class of a text."""
    found = only_class(text).body
    assert isinstance(found, ast.Composition)
    return found


def value(text: str) -> ast.Expression:
    """The tree of an expression."""
    (section,) = body(f"model A equation x = {text}; end A;").sections
    assert isinstance(section, ast.EquationSection)
    (equation,) = section.equations
    assert isinstance(equation, ast.Equality)
    return equation.right


def printed(text: str) -> str:
    """A right text in the one layout; tree and comments must be the same, and a second time nothing may change."""
    before = parse(text)
    found = format_definition(before)
    after = parse(found)
    assert are_equal(after, before)
    assert format_definition(after) == found
    return found


def are_equal(first: object, second: object) -> bool:
    """What `==` says about trees, however deep: some Pythons compare only a few hundred levels."""
    waiting = [(first, second)]
    while waiting:
        one, other = waiting.pop()
        if type(one) is not type(other):
            return False
        match one, other:
            case ast.Node(), ast.Node():
                waiting += [(getattr(one, each.name), getattr(other, each.name)) for each in fields(one) if each.compare]
            case tuple(), tuple():
                if len(one) != len(other):
                    return False
                waiting += zip(one, other, strict=True)
            case _ if one != other:
                return False
    return True


def faults(text: str) -> tuple[Diagnostic, ...]:
    """What is said about a wrong text."""
    try:
        parse(text)
    except MosilaError as error:
        return error.diagnostics
    raise AssertionError("nothing was found wrong")


def places(text: str) -> list[tuple[str, int, int]]:
    """Code, line and column of each thing said about a wrong text."""
    return [(each.code, each.span.line, each.span.column) for each in faults(text)]


def under(text: str, span: Span) -> str:
    """What stands in a text at a span."""
    lines = text.split("\n")[span.line - 1 : span.end_line]
    lines[-1] = lines[-1][: span.end_column - 1]
    lines[0] = lines[0][span.column - 1 :]
    return "\n".join(lines)
