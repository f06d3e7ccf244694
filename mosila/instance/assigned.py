"""What statements assign, and whether something is read before it is surely assigned."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum

from mosila.syntax import ast
from mosila.syntax.walk import references_in


def assigned_targets(statements: Iterable[ast.Statement]) -> dict[str, ast.Reference]:
    """The variables that statements assign, in order, each with its first assignment."""
    found: dict[str, ast.Reference] = {}
    for statement in statements:
        match statement:
            case ast.Assignment(target=target):
                found.setdefault(target.parts[0].name, target)
            case ast.MultipleAssignment(targets=targets):
                for each in targets:
                    if each is not None:
                        found.setdefault(each.parts[0].name, each)
            case ast.ForStatement(body=body) | ast.WhileStatement(body=body):
                found = {**assigned_targets(body), **found}
            case ast.IfStatement(branches=branches, otherwise=otherwise):
                found = {**assigned_targets((*(each for _, body in branches for each in body), *otherwise)), **found}
            case ast.WhenStatement(branches=branches):
                found = {**assigned_targets(each for _, body in branches for each in body), **found}
    return found


class _Use(IntEnum):
    """What happens to a variable first."""

    NOTHING = 0
    ASSIGNED = 1
    READ = 2


def needs_start(statements: tuple[ast.Statement, ...], name: str) -> bool:
    """Whether the value that a variable has before the statements may matter after them."""
    return _first_use(statements, name) is not _Use.ASSIGNED


def _first_use(statements: tuple[ast.Statement, ...], name: str) -> _Use:
    for statement in statements:
        use = _use_in(statement, name)
        if use is not _Use.NOTHING:
            return use
    return _Use.NOTHING


def _use_in(statement: ast.Statement, name: str) -> _Use:
    match statement:
        case ast.Assignment(target=target, value=value):
            if _reads(value, name) or _reads(tuple(part.subscripts for part in target.parts), name):
                return _Use.READ
            is_whole = target.parts[0].name == name and len(target.parts) == 1 and not target.parts[0].subscripts
            return _Use.ASSIGNED if is_whole else _Use.NOTHING
        case ast.MultipleAssignment(targets=targets, value=value):
            if _reads(value, name):
                return _Use.READ
            whole = {each.parts[0].name for each in targets if each is not None and len(each.parts) == 1 and not each.parts[0].subscripts}
            return _Use.ASSIGNED if name in whole else _Use.NOTHING
        case ast.IfStatement(branches=branches, otherwise=otherwise):
            if any(_reads(condition, name) for condition, _ in branches):
                return _Use.READ
            uses = [_first_use(body, name) for body in (*(body for _, body in branches), otherwise)]
            return _Use.READ if _Use.READ in uses else min(uses)
        case ast.ForStatement(body=body) | ast.WhileStatement(body=body):
            return _Use.READ if _reads(statement, name) and _first_use(body, name) is not _Use.ASSIGNED else _Use.NOTHING
        case _:
            return _Use.READ if _reads(statement, name) else _Use.NOTHING


def _reads(node: object, name: str) -> bool:
    return any(reference.parts[0].name == name for reference in references_in(node))
