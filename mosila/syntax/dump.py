"""Syntax tree -> indented text, one line a node: for people who want to see what the parser made of a file."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from mosila.syntax import ast

_INDENT = "  "
_HIDDEN = frozenset(("span", "name_span", "comments"))


def dump(node: ast.Node) -> str:
    """The tree below a node; fields that are absent, false or empty are left out."""
    return "\n".join(_lines(node, "", "")) + "\n"


def _lines(value: object, label: str, indent: str) -> Iterator[str]:
    match value:
        case ast.Node():
            shown = [(each.name, getattr(value, each.name)) for each in fields(value) if each.name not in _HIDDEN]
            present = [(name, item) for name, item in shown if item is not None and item is not False and item != () and item != ""]
            simple = [f" {name}={_text(item)}" for name, item in present if _is_simple(item)]
            yield f"{indent}{label}{type(value).__name__}{''.join(simple)}{_place(value)}"
            for name, item in present:
                if not _is_simple(item):
                    yield from _lines(item, f"{name}: ", indent + _INDENT)
        case tuple():
            yield f"{indent}{label}".rstrip()
            for item in value:
                yield from _lines(item, "- ", indent + _INDENT)
        case _:
            yield f"{indent}{label}{_text(value)}"


def _is_simple(value: object) -> bool:
    return isinstance(value, str | int | float) or (isinstance(value, tuple) and all(isinstance(each, str) for each in value))


def _text(value: object) -> str:
    match value:
        case bool():
            return str(value).lower()
        case tuple():
            return f"({', '.join(_text(each) for each in value)})"
        case None:
            return "absent"
        case _:
            return repr(value)


def _place(node: ast.Node) -> str:
    return f"  @{node.span.line}:{node.span.column}" if node.span.line else ""
