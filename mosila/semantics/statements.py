"""Statements and equations: where `break`, `return` and when-clauses may stand, and what the branches of a when-clause set."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from mosila.dataclass import dataclass
from mosila.diagnostics import Diagnostic
from mosila.diagnostics.instantiation import BAD_STATEMENT, BAD_WHEN
from mosila.semantics.classes import Class
from mosila.syntax import ast
from mosila.syntax.format import expression_text


@dataclass(frozen=True, slots=True)
class _Place:
    """What is around a statement."""

    in_function: bool
    in_loop: bool = False
    around: str = ""
    """The innermost `for`, `while` or `if`."""


def check_statements(class_: Class) -> Iterator[Diagnostic]:
    """What is wrong with the order and nesting of a class's statements and equations."""
    composition = class_.symbol.composition
    for section in composition.sections if composition is not None else ():
        match section:
            case ast.AlgorithmSection(statements=statements):
                yield from _check_body(statements, _Place(class_.is_function))
            case ast.EquationSection(equations=equations):
                yield from _check_whens(equations)


def _check_body(statements: tuple[ast.Statement, ...], place: _Place) -> Iterator[Diagnostic]:
    for statement in statements:
        match statement:
            case ast.Break() if not place.in_loop:
                yield BAD_STATEMENT.at(statement.span, what="`break` stands outside of loops", advice="use it in `for` and `while` only")
            case ast.Return() if not place.in_function:
                yield BAD_STATEMENT.at(statement.span, what="`return` stands outside of functions", advice="use `if` instead")
            case ast.ForStatement(body=body):
                yield from _check_body(body, replace(place, in_loop=True, around="for"))
            case ast.WhileStatement(body=body):
                yield from _check_body(body, replace(place, in_loop=True, around="while"))
            case ast.IfStatement(branches=branches, otherwise=otherwise):
                for inner in (*(body for _, body in branches), otherwise):
                    yield from _check_body(inner, replace(place, around="if"))
            case ast.WhenStatement(branches=branches):
                if place.around and not place.in_function:
                    what = f"a when-clause stands in a statement `{place.around}`"
                    yield BAD_WHEN.at(statement.span, what=what, advice="put the condition into the when-clause")
                for _, inner in branches:
                    yield from _check_body(inner, place)


def _check_whens(equations: tuple[ast.Equation, ...]) -> Iterator[Diagnostic]:
    for equation in equations:
        match equation:
            case ast.WhenEquation(branches=((_, first), *others)):
                wanted = _set_by(first)
                for _, body in others:
                    odd = sorted(wanted ^ _set_by(body))
                    if odd:
                        what = f"the branches of this when-clause do not set the same variables: `{odd[0]}` is not in all of them"
                        advice = "give it a value in every branch, perhaps its old one: `x = pre(x)`"
                        yield BAD_WHEN.at(equation.span, what=what, advice=advice)
                        break
            case ast.ForEquation(body=body):
                yield from _check_whens(body)
            case ast.IfEquation(branches=branches, otherwise=otherwise):
                for inner in (*(body for _, body in branches), otherwise):
                    yield from _check_whens(inner)


def _set_by(equations: tuple[ast.Equation, ...]) -> set[str]:
    """The variables that equations of a when-clause set, without subscripts."""
    found: set[str] = set()
    for equation in equations:
        match equation:
            case ast.Equality(left=ast.Reference() as target):
                found.add(_whole(target))
            case ast.Equality(left=ast.Tuple(elements=targets)):
                found |= {_whole(each) for each in targets if isinstance(each, ast.Reference)}
            case ast.ForEquation(body=body):
                found |= _set_by(body)
            case ast.IfEquation(branches=branches, otherwise=otherwise):
                found |= {name for _, body in branches for name in _set_by(body)} | _set_by(otherwise)
    return found


def _whole(reference: ast.Reference) -> str:
    return expression_text(ast.Reference(tuple(ast.Part(part.name) for part in reference.parts)))
