"""Expressions as text for machines: equal texts are equal expressions, in every process."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from mosila.symbolic.expression import Callee, Expr, callee_of, element_range, postorder


def callee_key(callee: Callee) -> str:
    """The callee by its content."""
    return callee.key


def stable_text(expressions: Sequence[Expr], name: Callable[[Callee], str] = callee_key) -> str:
    """One line, each shared expression once; `name` tells how functions are called in it."""
    numbers: dict[Expr, int] = {}
    lines: list[str] = []
    for node in postorder(expressions):
        numbers[node] = len(numbers)
        lines.append(" ".join((_head(node, name), *(str(numbers[operand]) for operand in node.operands))))
    lines.append(" ".join(str(numbers[expression]) for expression in expressions))
    return ";".join(lines)


def _head(node: Expr, name: Callable[[Callee], str]) -> str:
    match node.operator:
        case "constant":
            return node.value.hex()
        case "slot":
            return f"${int(node.value)}"
        case "call":
            return f"call {name(callee_of(node))}"
        case "output" | "text_input":
            return f"{node.operator} {int(node.value)}"
        case "element":
            return "element {} {}".format(*element_range(node))
        case "text":
            return f"text {str(node.symbol).encode().hex()}"
    return node.operator
