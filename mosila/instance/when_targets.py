"""Variables that when-clauses set: they stand still between events, whatever their declaration says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mosila.semantics.classes import Elements
from mosila.syntax import ast
from mosila.syntax.format import expression_text


def when_targets(elements: Elements) -> Iterator[str]:
    """The names of the class's own components that its when-clauses set."""
    for equation, _ in elements.equations:
        yield from _in_equations((equation,), inside=False)
    for section, _ in elements.algorithms:
        yield from _in_statements(section.statements, inside=False)


def _in_equations(equations: Iterable[ast.Equation], inside: bool) -> Iterator[str]:
    for equation in equations:
        match equation:
            case ast.Equality(left=left) if inside:
                yield from _names((left,))
            case ast.ForEquation(body=body):
                yield from _in_equations(body, inside)
            case ast.IfEquation(branches=branches, otherwise=otherwise):
                for _, body in branches:
                    yield from _in_equations(body, inside)
                yield from _in_equations(otherwise, inside)
            case ast.WhenEquation(branches=branches):
                for _, body in branches:
                    yield from _in_equations(body, inside=True)


def _in_statements(statements: Iterable[ast.Statement], inside: bool) -> Iterator[str]:
    for statement in statements:
        match statement:
            case ast.Assignment(target=target) if inside:
                yield from _names((target,))
            case ast.MultipleAssignment(targets=targets) if inside:
                yield from _names(targets)
            case ast.ForStatement(body=body) | ast.WhileStatement(body=body):
                yield from _in_statements(body, inside)
            case ast.IfStatement(branches=branches, otherwise=otherwise):
                for _, body in branches:
                    yield from _in_statements(body, inside)
                yield from _in_statements(otherwise, inside)
            case ast.WhenStatement(branches=branches):
                for _, body in branches:
                    yield from _in_statements(body, inside=True)


def _names(targets: Iterable[ast.Expression | None]) -> Iterator[str]:
    for target in targets:
        match target:
            case ast.Reference(parts=(part,)):
                yield part.name
            case ast.Tuple(elements=elements):
                yield from _names(elements)


def acts_at_start(condition: ast.Expression, count: int) -> list[bool]:
    """For each element of a condition whether it is `initial()`, which alone makes a when-clause act in the initialisation."""
    elements = condition.elements if isinstance(condition, ast.ArrayConstructor) and not condition.iterators else (condition,)
    if len(elements) != count:
        return [False] * count
    return [isinstance(each, ast.Call) and expression_text(each.function) == "initial" for each in elements]
