"""A file's syntax tree and what the user typed -> the class that is meant, by its full name."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from difflib import get_close_matches

from mosila.diagnostics.diagnostic import MosilaError
from mosila.diagnostics.internal import NO_SUCH_MODEL, NOTHING_TO_RUN, WHICH_MODEL
from mosila.syntax import ast

ClassPath = tuple[str, ...]

RUNNABLE = frozenset(("model", "block", "class"))


def choose_model(file: str, definition: ast.StoredDefinition, wanted: str | None) -> ClassPath:
    """The class called `wanted` or ending in it; without a name the one model that no other class of the file uses."""
    classes = dict(_classes(definition))
    runnable = [path for path, each in classes.items() if each.restriction in RUNNABLE and not each.partial]
    if wanted is None:
        if not runnable:
            content = f"it has only {_listed(_names(list(classes)))}" if classes else "it is empty"
            raise MosilaError(NOTHING_TO_RUN.at(file=file, content=content))
        return _only(file, _unused(definition, classes, runnable) or runnable, "", "")
    parts = tuple(wanted.removeprefix(".").split("."))
    if parts in classes:
        return parts
    fitting = [path for path in classes if path[-len(parts) :] == parts]
    return _only(file, fitting, wanted, f" by `{wanted}`", runnable)


def has_class(definition: ast.StoredDefinition, wanted: str) -> bool:
    """Whether a class of the file is called so, or ends in it."""
    parts = tuple(wanted.removeprefix(".").split("."))
    return any(path[-len(parts) :] == parts for path, _ in _classes(definition))


def _only(file: str, found: list[ClassPath], wanted: str, by: str, others: list[ClassPath] | None = None) -> ClassPath:
    match found:
        case [path]:
            return path
        case []:
            names = _names(others or [])
            near = get_close_matches(wanted, names, n=1)
            suggestion = f", did you mean `{near[0]}`?" if near else ""
            raise MosilaError(NO_SUCH_MODEL.at(file=file, model=wanted, suggestion=suggestion, candidates=_listed(names)))
        case _:
            raise MosilaError(WHICH_MODEL.at(file=file, by=by, candidates=_listed(_names(found))))


def _names(paths: list[ClassPath]) -> list[str]:
    return [".".join(path) for path in paths]


def _listed(names: list[str], most: int = 20) -> str:
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return ", ".join(names[:most]) + more if names else "none"


def _classes(definition: ast.StoredDefinition) -> Iterator[tuple[ClassPath, ast.ClassDefinition]]:
    """All classes of packages and of the file itself; those inside a model are its own affair."""
    within = definition.within.parts if definition.within else ()
    waiting = [(within, each.definition) for each in reversed(definition.classes)]
    while waiting:
        scope, current = waiting.pop()
        path = (*scope, current.name)
        yield path, current
        if current.restriction == "package" and isinstance(current.body, ast.Composition):
            inner = [element.item for element in current.body.elements if isinstance(element.item, ast.ClassDefinition)]
            waiting += [(path, each) for each in reversed(inner)]


def _unused(definition: ast.StoredDefinition, classes: dict[ClassPath, ast.ClassDefinition], runnable: list[ClassPath]) -> list[ClassPath]:
    used = {found for top, each in classes.items() if each.restriction != "package" for found in _uses(top, each, classes) if found != top}
    return [path for path in runnable if path not in used]


def _uses(scope: ClassPath, node: object, classes: dict[ClassPath, ast.ClassDefinition]) -> Iterator[ClassPath]:
    """The classes of the file that are named in a class, looked up from inside to outside."""
    waiting = [node]
    while waiting:
        match waiting.pop():
            case ast.Name(parts=parts, is_global=is_global):
                depths = (0,) if is_global else range(len(scope), -1, -1)
                paths = ((*scope[:depth], *parts) for depth in depths)
                yield from (path for path in paths if path in classes)
            case tuple(items):
                waiting += items
            case ast.Node() as inner:
                waiting += [getattr(inner, each.name) for each in fields(inner) if each.name != "span"]
