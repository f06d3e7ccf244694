"""The value of an expression: slots' numbers -> number, with only the branches taken evaluated."""

from __future__ import annotations

import math
from collections.abc import Generator, Sequence
from typing import cast

from mosila.symbolic.arithmetic import ARITHMETIC, TRUTH
from mosila.symbolic.expression import (
    CALL,
    CONSTANT,
    ELEMENT,
    OUTPUT,
    SLOT,
    TEXT,
    TEXT_INPUT,
    Argument,
    Callee,
    Expr,
    callee_of,
    element_range,
    slot_index,
)

Request = tuple[Callee, tuple[Argument, ...]]
Known = dict[Expr, float]


class IndexOutside(ValueError):
    """An element was asked for that is not there; `index` counts from 0, `count` elements there are."""

    def __init__(self, index: float, count: int) -> None:
        super().__init__(f"index {index + 1:.10g} is not one of 1 to {count}")


def evaluate(expression: Expr, values: Sequence[float]) -> float:
    """The value where slot i holds `values[i]`; raises ZeroDivisionError or ValueError where there is none."""
    steps = evaluation(expression, values)
    outputs: Sequence[float] | None = None
    while True:
        try:
            callee, arguments = next(steps) if outputs is None else steps.send(outputs)
        except StopIteration as end:
            return float(end.value)
        outputs = callee.evaluate(arguments)


def evaluation(expression: Expr, values: Sequence[float], texts: Sequence[str] = ()) -> Generator[Request, Sequence[float], float]:
    """`evaluate` step by step: yields each call that is needed and is sent its outputs."""
    known: Known = {}
    calls: dict[Expr, Sequence[float]] = {}
    stack = [expression]
    while stack:
        node = stack[-1]
        if node in known or node in calls:
            stack.pop()
            continue
        missing = [operand for operand in _needed(node, known) if operand not in known and operand not in calls]
        if missing:
            stack.extend(reversed(missing))
            continue
        stack.pop()
        if node.operator == CALL:
            calls[node] = yield callee_of(node), tuple(_argument(operand, known, texts) for operand in node.operands)
        elif node.operator == OUTPUT:
            known[node] = float(calls[node.operands[0]][int(node.value)])
        else:
            known[node] = _value(node, known, values)
    result = known[expression]
    if math.isnan(result):
        raise ValueError("not a number")
    return result


def _needed(node: Expr, known: Known) -> Sequence[Expr]:
    if node.operator in ("if", "and", "or"):
        condition = node.operands[0]
        return [_deciding(node, known[condition] > TRUTH)] if condition in known else [condition]
    if node.operator == CALL:
        return [operand for operand in node.operands if operand.operator not in (TEXT, TEXT_INPUT)]
    return node.operands


def _deciding(node: Expr, holds: bool) -> Expr:
    """The operand whose value is the node's, once the first operand is known."""
    if node.operator == "if":
        return node.operands[1] if holds else node.operands[2]
    return node.operands[1] if holds == (node.operator == "and") else node.operands[0]


def _argument(operand: Expr, known: Known, texts: Sequence[str]) -> Argument:
    if operand.operator == TEXT:
        return cast(str, operand.symbol)
    return texts[int(operand.value)] if operand.operator == TEXT_INPUT else known[operand]


def _value(node: Expr, known: Known, values: Sequence[float]) -> float:
    if node.operator == CONSTANT:
        return node.value
    if node.operator == SLOT:
        return float(values[slot_index(node)])
    if node.operator == ELEMENT:
        return float(values[element_range(node)[0] + checked_index(known[node.operands[0]], element_range(node)[1])])
    if node.operator in ("if", "and", "or"):
        return known[_deciding(node, known[node.operands[0]] > TRUTH)]
    return float(ARITHMETIC[node.operator](*[known[operand] for operand in node.operands]))


def checked_index(index: float, count: int) -> int:
    """An index from 0 as a whole number, or `IndexOutside`."""
    if not (index > -0.5 and index < count - 0.5):
        raise IndexOutside(index, count)
    return round(index)
