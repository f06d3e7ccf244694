"""Syntax trees <-> bytes for the cache: nested tuples as `marshal` writes them, compressed.

A node is a tuple of the number of its class, the four numbers of its span and its fields; what is a tuple in the tree is a list.
The path of the file is left out and put back when the tree is read, so a library may be moved. For each class a function
that takes its nodes apart and one that puts them together are made from its fields, as `dataclass` makes its own: a
library has millions of nodes.
"""

from __future__ import annotations

import marshal
import zlib
from collections.abc import Callable
from dataclasses import fields
from functools import cache
from typing import Any, Final

from mosila.source import Span
from mosila.syntax import ast

_PLAIN: Final = frozenset(("bool", "str", "str | None", "tuple[str, ...]", "int | float | str | bool"))
"""Types of fields that hold no nodes."""

_FASTEST: Final = 1


def encode(definition: ast.StoredDefinition) -> bytes | None:
    """The tree as bytes; None if it is nested deeper than `marshal` can write."""
    try:
        return zlib.compress(marshal.dumps(_take_apart(definition)), _FASTEST)
    except ValueError:
        return None


def decode(content: bytes, path: str) -> ast.StoredDefinition:
    """The tree that was encoded, as that of the file at `path`."""
    found: ast.StoredDefinition = _put_together(marshal.loads(zlib.decompress(content)), path)
    return found


def _take_apart(value: Any) -> Any:
    if type(value) is tuple:
        return [_take_apart(each) for each in value]
    function = _APART[type(value)]
    return value if function is None else function(value)


def _put_together(value: Any, path: str) -> Any:
    if type(value) is tuple:
        return _TOGETHER[value[0]](value, path)
    if type(value) is list:
        return tuple([_put_together(each, path) for each in value])
    return value


@cache
def _functions(number: int) -> tuple[Callable[[Any], Any], Callable[[Any, str], Any]]:
    """The two functions of a class of nodes."""
    node = _NODES[number]
    own = [(each.name, each.type in _PLAIN) for each in fields(node) if each.name != "span"]
    setters = {f"set_{each.name}": getattr(node, each.name).__set__ for each in fields(node)}
    apart = [f"node.{name}" if is_plain else f"take_apart(node.{name})" for name, is_plain in own]
    together = [f"set_{name}(node, {name if is_plain else f'put_together({name}, path)'})" for name, is_plain in own]
    lines = [
        "def apart(node):",
        "    _, line, column, end_line, end_column = node.span",
        f"    return ({', '.join((str(number), 'line, column, end_line, end_column', *apart))})",
        "def together(parts, path):",
        f"    {', '.join(('_, line, column, end_line, end_column', *(name for name, _ in own)))} = parts",
        "    node = new(class_of_node)",
        "    set_span(node, new_tuple(Span, (path, line, column, end_line, end_column)))",
        *(f"    {each}" for each in together),
        "    return node",
    ]
    names: dict[str, Any] = {"new": object.__new__, "new_tuple": tuple.__new__, "class_of_node": node, "Span": Span, **setters}
    names |= {"take_apart": _take_apart, "put_together": _put_together}
    exec("\n".join(lines), names)
    return names["apart"], names["together"]


_NODES: Final = sorted(
    (each for each in vars(ast).values() if isinstance(each, type) and issubclass(each, ast.Node)), key=lambda each: each.__name__
)


class _Apart(dict[type, Callable[[Any], Any] | None]):
    """What takes values of a type apart, made when the first one is met; None if they stay as they are."""

    def __missing__(self, kind: type) -> Callable[[Any], Any] | None:
        self[kind] = _functions(_NODES.index(kind))[0] if issubclass(kind, ast.Node) else None
        return self[kind]


class _Together(dict[int, Callable[[Any, str], Any]]):
    """What puts nodes of a class together, made when the first one is met."""

    def __missing__(self, number: int) -> Callable[[Any, str], Any]:
        self[number] = _functions(number)[1]
        return self[number]


_APART: Final = _Apart({Span: lambda span: (len(_NODES), *span[1:])})
_TOGETHER: Final = _Together({len(_NODES): lambda parts, path: Span(path, *parts[1:])})
