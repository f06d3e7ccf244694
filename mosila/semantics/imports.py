"""Import clauses: what they may name."""

from __future__ import annotations

from collections.abc import Iterator

from mosila.diagnostics import Diagnostic
from mosila.diagnostics.names import PROTECTED_ACCESS
from mosila.diagnostics.scoping import IMPORT_CLASH, IMPORT_FROM_CLASS, IMPORT_NOT_FOUND
from mosila.semantics.access import is_package_like
from mosila.semantics.classes import Class, as_class
from mosila.semantics.kinds import kind_of
from mosila.semantics.suggest import suggestion
from mosila.source import Span
from mosila.syntax import ast


def check_imports(class_: Class) -> Iterator[Diagnostic]:
    """What is wrong with the import clauses of a class."""
    seen: dict[str, Span] = {}
    for clause in class_.symbol.imports:
        for name, path in _imported(clause):
            if name in seen:
                yield IMPORT_CLASH.at(clause.span, name=name, related=[(seen[name], "first here")])
            seen.setdefault(name, clause.span)
            yield from _check_path(class_, clause, path)
        if clause.wildcard:
            yield from _check_package(class_, clause, clause.name.parts, "everything")


def _imported(clause: ast.Import) -> list[tuple[str, tuple[str, ...]]]:
    """The names that a clause makes known one by one, and what they stand for."""
    parts = clause.name.parts
    if clause.wildcard:
        return []
    if clause.names:
        return [(name, (*parts, name)) for name in clause.names]
    return [(clause.alias or parts[-1], parts)]


def _check_path(class_: Class, clause: ast.Import, path: tuple[str, ...]) -> Iterator[Diagnostic]:
    if len(path) == 1:
        if class_.root(path[0]) is None:
            yield IMPORT_NOT_FOUND.at(clause.name.span, name=path[0], suggestion="")
        return
    around = as_class(class_.find_from_top(path[:-1]))
    element = around.member(path[-1]) if around is not None else None
    if around is None or element is None:
        advice = suggestion(path[-1], around.elements.named) if around is not None else ""
        yield IMPORT_NOT_FOUND.at(clause.name.span, name=".".join(path), suggestion=advice)
    elif element.protected:
        yield PROTECTED_ACCESS.at(clause.name.span, name=element.name, scope=around.name)
    else:
        yield from _check_package(class_, clause, path[:-1], path[-1])


def _check_package(class_: Class, clause: ast.Import, path: tuple[str, ...], what: str) -> Iterator[Diagnostic]:
    package = as_class(class_.find_from_top(path))
    if package is None:
        yield IMPORT_NOT_FOUND.at(clause.name.span, name=".".join(path), suggestion="")
    elif not is_package_like(package) or (clause.wildcard and package.restriction != "package"):
        yield IMPORT_FROM_CLASS.at(clause.name.span, name=what, scope=package.name, kind=kind_of(package))
