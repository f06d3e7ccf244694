"""Expressions that ask for the structure: `isEmpty(reference)`, `active(object)`, `attached(base, object)`, `size(collection)`."""

from __future__ import annotations

from mosila.syntax import ast
from mosila.syntax.format import expression_text
from mosila.syntax.walk import nodes_in

QUESTIONS = frozenset({"isEmpty", "active", "attached", "size"})


def _is_question(node: ast.Node) -> bool:
    return isinstance(node, ast.Call) and expression_text(node.function) in QUESTIONS


def asks_for_structure(expression: ast.Expression) -> bool:
    """Whether an expression asks for the structure anywhere."""
    return any(map(_is_question, nodes_in(expression)))


def asks_nothing_else(expression: ast.Expression) -> bool:
    """Whether an expression is made of such questions and literals alone."""
    match expression:
        case ast.Parenthesis(inner=inner) | ast.Unary(operand=inner):
            return asks_nothing_else(inner)
        case ast.Chain(first=first, rest=rest):
            return asks_nothing_else(first) and all(asks_nothing_else(operand) for _, operand in rest)
        case ast.Binary(left=left, right=right):
            return asks_nothing_else(left) and asks_nothing_else(right)
        case ast.Call():
            return _is_question(expression)
    return isinstance(expression, ast.Literal)
