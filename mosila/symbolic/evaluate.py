"""The value of an expression: slots' numbers -> number, with only the branches taken evaluated."""

from __future__ import annotations

import math
from collections.abc import Sequence

from mosila.symbolic.arithmetic import ARITHMETIC, TRUTH
from mosila.symbolic.expression import CONSTANT, SLOT, Expr, slot_index


def evaluate(expression: Expr, values: Sequence[float]) -> float:
    """The value where slot i holds `values[i]`; raises ZeroDivisionError or ValueError where there is none."""
    known: dict[Expr, float] = {}
    stack = [expression]
    while stack:
        node = stack[-1]
        if node in known:
            stack.pop()
            continue
        missing = _missing(node, known)
        if missing:
            stack.extend(reversed(missing))
            continue
        stack.pop()
        known[node] = _value(node, known, values)
    result = known[expression]
    if math.isnan(result):
        raise ValueError("not a number")
    return result


def _missing(node: Expr, known: dict[Expr, float]) -> list[Expr]:
    needed: Sequence[Expr] = node.operands
    if node.operator in ("if", "and", "or"):
        condition = node.operands[0]
        if condition not in known:
            return [condition]
        needed = [_deciding(node, known[condition] > TRUTH)]
    return [operand for operand in needed if operand not in known]


def _deciding(node: Expr, holds: bool) -> Expr:
    """The operand whose value is the node's, once the first operand is known."""
    if node.operator == "if":
        return node.operands[1] if holds else node.operands[2]
    return node.operands[1] if holds == (node.operator == "and") else node.operands[0]


def _value(node: Expr, known: dict[Expr, float], values: Sequence[float]) -> float:
    if node.operator == CONSTANT:
        return node.value
    if node.operator == SLOT:
        return float(values[slot_index(node)])
    if node.operator in ("if", "and", "or"):
        return known[_deciding(node, known[node.operands[0]] > TRUTH)]
    return float(ARITHMETIC[node.operator](*[known[operand] for operand in node.operands]))
