"""Derivatives by the chain rule: expression -> expression, by one slot or along time.

Between events relations and discrete functions stand still, so their derivative is zero.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Final

from mosila.symbolic.expression import (
    CALL,
    ELEMENT,
    ONE,
    OUTPUT,
    SLOT,
    TWO,
    ZERO,
    Expr,
    apply,
    call,
    callee_of,
    constant,
    is_constant,
    output,
    postorder,
    slot,
    slot_index,
)

Rate = Expr | None  # the derivative of a node; None where it does not depend on what moves
Rule = Callable[[Expr, list[Rate]], Rate]


def differentiate(expression: Expr, slot_index: int) -> Expr:
    """The partial derivative by one slot."""
    return _propagate(expression, {slot_index: ONE})


def differentiate_in_time(expression: Expr, derivative_slot: Mapping[int, int], time_slot: int | None = None) -> Expr:
    """The total time derivative, where `derivative_slot` names the slot of each varying slot's derivative."""
    rates = {index: slot(derivative) for index, derivative in derivative_slot.items()}
    if time_slot is not None:
        rates[time_slot] = ONE
    return _propagate(expression, rates, in_time=True)


def propagate(expression: Expr, rates: Mapping[int, Expr], element_rate: Callable[[Expr], Rate], in_time: bool) -> Expr:
    """The rate where slots have these `rates`; `element_rate` tells that of an element, whatever its index does."""
    return _propagate(expression, rates, element_rate, in_time)


def _propagate(
    expression: Expr, rates: Mapping[int, Expr], element_rate: Callable[[Expr], Rate] | None = None, in_time: bool = False
) -> Expr:
    known: dict[Expr, Expr] = {}
    for node in postorder((expression,)):
        rate: Rate = None
        if node.operator == SLOT:
            rate = rates.get(slot_index(node))
        elif node.operator == ELEMENT:
            rate = element_rate(node) if element_rate is not None else None
        elif node.operator == CALL:
            rate = _tangent_call(node, known, in_time)
        elif node.operator == OUTPUT:
            rate = _tangent_output(node, known)
        elif node.operands:
            operand_rates: list[Rate] = [known.get(operand) for operand in node.operands]
            if any(operand_rate is not None for operand_rate in operand_rates):
                rate = _RULES[node.operator](node, operand_rates)
        if rate is not None and rate is not ZERO:
            known[node] = rate
    return known.get(expression, ZERO)


def _tangent_call(node: Expr, known: Mapping[Expr, Expr], in_time: bool) -> Rate:
    """The call that gives the rates of all outputs of a call."""
    callee = callee_of(node)
    numbers, texts = node.operands[: callee.inputs], node.operands[callee.inputs :]
    if not any(operand in known for operand in numbers) or len(callee.discrete_outputs) == callee.outputs:
        return None
    return call(callee.tangent(in_time), (*numbers, *(known.get(operand, ZERO) for operand in numbers), *texts))


def _tangent_output(node: Expr, known: Mapping[Expr, Expr]) -> Rate:
    called = node.operands[0]
    if called not in known or int(node.value) in callee_of(called).discrete_outputs:
        return None
    return output(known[called], int(node.value))


def _scale(factor: Expr, rate: Rate) -> Rate:
    if rate is None or factor is ZERO:
        return None
    return apply("*", factor, rate)


def _over(rate: Rate, denominator: Expr) -> Rate:
    return None if rate is None else apply("/", rate, denominator)


def _plus(left: Rate, right: Rate) -> Rate:
    if left is None or right is None:
        return right if left is None else left
    return apply("+", left, right)


def _minus(left: Rate, right: Rate) -> Rate:
    if left is None:
        return None if right is None else apply("neg", right)
    return left if right is None else apply("-", left, right)


def _where_it_moves(rate: Rate, moved: Rate) -> Rate:
    """What stands still does so also where the slope is infinite, as under the root of `max(x, 0)`."""
    if rate is None or moved is None or is_constant(rate):
        return moved
    return apply("if", apply("==", rate, ZERO), ZERO, moved)


def _square(base: Expr) -> Expr:
    return apply("^", base, TWO)


def _sum(node: Expr, rates: list[Rate]) -> Rate:
    moving = [rate for rate in rates if rate is not None]
    return apply("+", *moving)


def _product(node: Expr, rates: list[Rate]) -> Rate:
    terms = []
    for position, rate in enumerate(rates):
        if rate is not None:
            terms.append(apply("*", *node.operands[:position], rate, *node.operands[position + 1 :]))
    return apply("+", *terms)


def _quotient(node: Expr, rates: list[Rate]) -> Rate:
    denominator = node.operands[1]
    return _over(_minus(rates[0], _scale(node, rates[1])), denominator)


def _is_whole(exponent: Expr) -> bool:
    return is_constant(exponent) and float(exponent.value).is_integer() and exponent.value >= 1


def _root(node: Expr, rates: list[Rate]) -> Rate:
    return _where_it_moves(rates[0], _over(rates[0], apply("*", TWO, node)))


def _power(node: Expr, rates: list[Rate]) -> Rate:
    base, exponent = node.operands
    by_base: Rate = None
    if rates[0] is not None:
        slope = apply("*", exponent, apply("^", base, apply("-", exponent, ONE)))
        if not is_constant(exponent):
            # x^0 is 1 for every x, also for 0, where the slope's own formula has no value.
            slope = apply("if", apply("==", exponent, ZERO), ZERO, slope)
        by_base = _scale(slope, rates[0])
        if not _is_whole(exponent):
            by_base = _where_it_moves(rates[0], by_base)
    by_exponent: Rate = None
    if rates[1] is not None:
        slope = apply("*", node, apply("log", base))
        if not is_constant(base):
            slope = apply("if", apply("==", base, ZERO), ZERO, slope)
        by_exponent = _scale(slope, rates[1])
    return _plus(by_base, by_exponent)


def _if(node: Expr, rates: list[Rate]) -> Rate:
    return apply("if", node.operands[0], rates[1] or ZERO, rates[2] or ZERO)


def _extremum(relation: str) -> Rule:
    def rule(node: Expr, rates: list[Rate]) -> Rate:
        return apply("if", apply(relation, *node.operands), rates[0] or ZERO, rates[1] or ZERO)

    return rule


def _arc_tangent(node: Expr, rates: list[Rate]) -> Rate:
    y, x = node.operands
    return _over(_minus(_scale(x, rates[0]), _scale(y, rates[1])), apply("+", _square(x), _square(y)))


def _remainder(whole: str) -> Rule:
    """x - whole(x / y) * y, where the whole number stands still."""

    def rule(node: Expr, rates: list[Rate]) -> Rate:
        x, y = node.operands
        count = apply("div", x, y) if whole == "div" else apply(whole, apply("/", x, y))
        return _minus(rates[0], _scale(count, rates[1]))

    return rule


def _function(slope: Callable[[Expr, Expr], Expr]) -> Rule:
    """A function of one operand; `slope` takes the operand and the node."""
    return lambda node, rates: _scale(slope(node.operands[0], node), rates[0])


def _inverse(denominator: Callable[[Expr, Expr], Expr]) -> Rule:
    """A function of one operand whose slope is 1 / denominator."""
    return lambda node, rates: _over(rates[0], denominator(node.operands[0], node))


def _delay(node: Expr, rates: list[Rate]) -> Rate:
    """What is read of the past moves with time and against the delay time; within the present step it moves with the value now."""
    slope = apply("delay_rate", *node.operands)
    moved = _minus(_scale(slope, rates[3]), _scale(slope, rates[1]))
    return _plus(_scale(apply("delay_gain", *node.operands[1:]), rates[0]), moved)


def _still(node: Expr, rates: list[Rate]) -> Rate:
    return None


_RULES: Final[dict[str, Rule]] = {
    "+": _sum,
    "*": _product,
    "-": lambda node, rates: _minus(rates[0], rates[1]),
    "neg": lambda node, rates: _minus(None, rates[0]),
    "/": _quotient,
    "^": _power,
    "if": _if,
    "min": _extremum("<"),
    "max": _extremum(">"),
    "atan2": _arc_tangent,
    "delay": _delay,
    "mod": _remainder("floor"),
    "rem": _remainder("div"),
    "abs": _function(lambda x, f: apply("sign", x)),
    "sin": _function(lambda x, f: apply("cos", x)),
    "cos": _function(lambda x, f: apply("neg", apply("sin", x))),
    "tan": _function(lambda x, f: apply("+", ONE, _square(f))),
    "sinh": _function(lambda x, f: apply("cosh", x)),
    "cosh": _function(lambda x, f: apply("sinh", x)),
    "tanh": _function(lambda x, f: apply("-", ONE, _square(f))),
    "exp": _function(lambda x, f: f),
    "log": _inverse(lambda x, f: x),
    "log10": _inverse(lambda x, f: apply("*", constant(math.log(10)), x)),
    "sqrt": _root,
    "asin": _inverse(lambda x, f: apply("sqrt", apply("-", ONE, _square(x)))),
    "acos": _inverse(lambda x, f: apply("neg", apply("sqrt", apply("-", ONE, _square(x))))),
    "atan": _inverse(lambda x, f: apply("+", ONE, _square(x))),
} | dict.fromkeys(("and", "or", "not", "<", "<=", ">", ">=", "==", "<>", "sign", "floor", "ceil", "integer", "div"), _still)
