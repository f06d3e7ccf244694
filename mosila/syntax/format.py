"""Syntax tree -> text: `expression_text` for one expression on one line."""

from __future__ import annotations

from mosila.syntax import ast
from mosila.syntax.format_modifications import ModificationFormatter

_ENDLESS = 1_000_000_000


def expression_text(expression: ast.Expression) -> str:
    """An expression as Modelica text on one line."""
    formatter = ModificationFormatter((), width=_ENDLESS)
    formatter.expression(expression)
    return formatter.layout.text().removesuffix("\n")
