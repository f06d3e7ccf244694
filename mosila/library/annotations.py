"""What a package's annotation says about versions: `version`, `uses`, `conversion`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mosila.source import Span
from mosila.syntax import ast
from mosila.syntax.annotations import class_annotation


class Use(NamedTuple):
    """The version of a library that a class was written for, empty if any will do, and where it says so."""

    version: str
    span: Span


def used_libraries(definition: ast.ClassDefinition) -> dict[str, Use]:
    """The libraries in `annotation(uses(Name(version="1.2")))`, by name."""
    found = {}
    for uses in _named(class_annotation(definition), "uses"):
        for library in _inside(uses):
            version = next((_text(each) for each in _named(_arguments(library), "version")), "")
            found[".".join(library.name.parts)] = Use(version, library.span)
    return found


def version_of(definition: ast.ClassDefinition) -> str:
    """The version of a library, or nothing."""
    return next((_text(each) for each in _named(class_annotation(definition), "version")), "")


def is_compatible(definition: ast.ClassDefinition, folder_version: str, wanted: str) -> bool:
    """Whether a library has a version, or says that models written for it need no change."""
    return wanted in (version_of(definition) or folder_version, *_versions_unchanged(definition))


def _versions_unchanged(definition: ast.ClassDefinition) -> Iterator[str]:
    for conversion in _named(class_annotation(definition), "conversion"):
        for each in _named(_arguments(conversion), "noneFromVersion"):
            yield _text(each)


def _arguments(element: ast.ElementModification) -> ast.ClassModification | None:
    return element.modification.arguments if element.modification is not None else None


def _inside(element: ast.ElementModification) -> Iterator[ast.ElementModification]:
    arguments = _arguments(element)
    yield from (each for each in (arguments.arguments if arguments else ()) if isinstance(each, ast.ElementModification))


def _named(modification: ast.ClassModification | None, name: str) -> Iterator[ast.ElementModification]:
    for argument in modification.arguments if modification is not None else ():
        if isinstance(argument, ast.ElementModification) and argument.name.parts == (name,):
            yield argument


def _text(element: ast.ElementModification) -> str:
    match element.modification:
        case ast.Modification(value=ast.Literal(value=str(text))):
            return text
        case _:
            return ""
