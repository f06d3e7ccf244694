"""Walking trees: all references in a piece of syntax, and whether two pieces say the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from mosila.syntax import ast


def references_in(node: object) -> Iterator[ast.Reference]:
    """All component references in a node, in no particular order; annotations are left out."""
    return (each for each in nodes_in(node) if isinstance(each, ast.Reference))


def nodes_in(node: object) -> Iterator[ast.Node]:
    """A node and all nodes in it, in no particular order; descriptions and annotations are left out."""
    waiting = [node]
    while waiting:
        here = waiting.pop()
        if isinstance(here, tuple):
            waiting.extend(here)
        elif isinstance(here, ast.Node) and not isinstance(here, ast.Description):
            yield here
            waiting.extend(getattr(here, each.name) for each in fields(here) if each.name not in ("span", "annotation"))


def calls_in(node: object, name: str) -> Iterator[ast.Call]:
    """All calls of a function of a simple name in a node."""
    return (call for call in all_calls(node) if [part.name for part in call.function.parts] == [name])


def all_calls(node: object) -> Iterator[ast.Call]:
    """All calls in a node."""
    waiting = [node]
    while waiting:
        here = waiting.pop()
        if isinstance(here, tuple):
            waiting.extend(here)
        elif isinstance(here, ast.Node) and not isinstance(here, ast.Description):
            if isinstance(here, ast.Call):
                yield here
            waiting.extend(getattr(here, each.name) for each in fields(here) if each.name not in ("span", "annotation"))


def says_same(left: object, right: object) -> bool:
    """Whether two nodes are equal but for descriptions and annotations."""
    if isinstance(left, tuple) and isinstance(right, tuple):
        return len(left) == len(right) and all(says_same(a, b) for a, b in zip(left, right, strict=True))
    if isinstance(left, ast.Node) and type(left) is type(right):
        names = (each.name for each in fields(left) if each.name not in ("span", "name_span", "description", "annotation"))
        return all(says_same(getattr(left, name), getattr(right, name)) for name in names)
    return left == right
