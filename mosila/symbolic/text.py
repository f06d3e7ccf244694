"""Expressions as Modelica text: expression and the slots' names -> what a modeller would write."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mosila.symbolic.expression import CONSTANT, RELATIONS, Expr, callee_of, element_range, slot_index

# How tightly operators bind, as in Modelica's grammar; an operand that binds less gets parentheses.
_IF, _OR, _AND, _NOT, _RELATION, _SUM, _PRODUCT, _POWER, _PRIMARY = range(9)
PRECEDENCE: Final = {
    "if": _IF,
    "or": _OR,
    "and": _AND,
    "not": _NOT,
    **dict.fromkeys(sorted(RELATIONS), _RELATION),
    **dict.fromkeys(("+", "-", "neg"), _SUM),
    **dict.fromkeys(("*", "/"), _PRODUCT),
    "^": _POWER,
}

Item = str | tuple[Expr, int]  # text, or an expression and how tightly it has to bind there


def expression_text(expression: Expr, names: Sequence[str], limit: int | None = None) -> str:
    """The expression with as few parentheses as Modelica needs; cut off with `...` beyond `limit` characters."""
    pieces: list[str] = []
    length = 0
    stack: list[Item] = [(expression, _IF)]
    while stack:
        item = stack.pop()
        if isinstance(item, str):
            pieces.append(item)
            length += len(item)
            if limit is not None and length > limit:
                return "".join(pieces)[:limit] + "..."
        else:
            stack.extend(reversed(list(_items(*item, names))))
    return "".join(pieces)


def number_text(value: float) -> str:
    """The shortest literal that reads back as the same number."""
    if value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    return repr(value).replace("inf", "1e999")


def _items(node: Expr, tightness: int, names: Sequence[str]) -> Iterator[Item]:
    match node.operator:
        case "slot":
            yield names[slot_index(node)]
            return
        case "element":
            yield from (f"{names[element_range(node)[0]]}[1 + ", (node.operands[0], _PRODUCT), "]")
            return
    precedence = PRECEDENCE.get(node.operator, _PRIMARY)
    if node.operator == CONSTANT and node.value < 0:
        precedence = _SUM
    if precedence < tightness:
        yield "("
    yield from _bare(node)
    if precedence < tightness:
        yield ")"


def _bare(node: Expr) -> Iterator[Item]:
    operands = node.operands
    match node.operator:
        case "constant":
            yield number_text(node.value)
        case "if":
            yield from _choice(node)
        case "neg":
            yield from ("-", (operands[0], _PRODUCT))
        case "not":
            yield from ("not ", (operands[0], _RELATION))
        case "+":
            yield operands[0], _SUM
            for operand in operands[1:]:
                yield from _further_term(operand)
        case "-":
            yield from ((operands[0], _SUM), " - ", (operands[1], _PRODUCT))
        case "*":
            yield operands[0], _PRODUCT
            for operand in operands[1:]:
                yield from ("*", (operand, _POWER))
        case "/":
            yield from ((operands[0], _PRODUCT), "/", (operands[1], _POWER))
        case "^":
            yield from ((operands[0], _PRIMARY), "^", (operands[1], _PRIMARY))
        case "and" | "or":
            precedence = PRECEDENCE[node.operator]
            yield from ((operands[0], precedence), f" {node.operator} ", (operands[1], precedence + 1))
        case relation if relation in RELATIONS:
            yield from ((operands[0], _SUM), f" {relation} ", (operands[1], _SUM))
        case "text":
            yield f'"{node.symbol}"'
        case "text_input":
            yield f"text{int(node.value) + 1}"
        case "output":
            yield operands[0], _IF
            if callee_of(operands[0]).outputs > 1:
                yield f"[{int(node.value) + 1}]"
        case function:
            yield f"{callee_of(node).name if function == 'call' else function}("
            for place, operand in enumerate(operands):
                yield from (", ", (operand, _IF)) if place else ((operand, _IF),)
            yield ")"


def _further_term(operand: Expr) -> Iterator[Item]:
    if operand.operator == "neg":
        yield from (" - ", (operand.operands[0], _PRODUCT))
    elif operand.operator == CONSTANT and operand.value < 0:
        yield f" - {number_text(-operand.value)}"
    else:
        yield from (" + ", (operand, _PRODUCT))


def _choice(node: Expr) -> Iterator[Item]:
    keyword = "if "
    while node.operator == "if":
        condition, chosen, node = node.operands
        yield from (keyword, (condition, _OR), " then ", (chosen, _OR))
        keyword = " elseif "
    yield from (" else ", (node, _OR))
