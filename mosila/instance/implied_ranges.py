"""Iterators without a range: which dimensions of which arrays a name subscripts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from mosila.syntax import ast


def subscripted_by(name: str, nodes: tuple[ast.Node, ...]) -> Iterator[tuple[ast.Reference, int, int]]:
    """References with `name` as a subscript: the reference, the part and the axis where it stands."""
    waiting: list[object] = list(reversed(nodes))
    while waiting:
        node = waiting.pop()
        if isinstance(node, tuple):
            waiting.extend(reversed(node))
        elif isinstance(node, ast.Node):
            if isinstance(node, ast.Reference):
                for place, part in enumerate(node.parts):
                    for axis, subscript in enumerate(part.subscripts):
                        if isinstance(subscript, ast.Reference) and [p.name for p in subscript.parts] == [name]:
                            yield node, place, axis
            waiting.extend(getattr(node, each.name) for each in fields(node) if each.name != "span")
