"""What each operator does to numbers: operator name -> function of floats, as Modelica defines it.

Overflow gives an infinity, as in C; what has no value raises ZeroDivisionError or ValueError.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from functools import reduce
from typing import Final

TRUTH: Final = 0.5  # a truth value above this is true


def power(base: float, exponent: float) -> float:
    """`base ^ exponent` as C's pow, where 0^0 = 1; small literal powers are products in C, so here too."""
    if base == 0 and exponent < 0:
        raise ZeroDivisionError("zero to a negative power")
    if exponent in _PRODUCTS:
        return _PRODUCTS[exponent](base)
    try:
        return math.pow(base, exponent)
    except OverflowError:
        return -math.inf if base < 0 and exponent % 2 == 1 else math.inf


_PRODUCTS: Final[dict[float, Callable[[float], float]]] = {
    2.0: lambda base: base * base,
    3.0: lambda base: base * base * base,
    0.5: math.sqrt,
    -1.0: lambda base: 1 / base,
}


def quotient(numerator: float, denominator: float) -> float:
    """`div`: the quotient, cut off towards zero."""
    return truncate(numerator / denominator)


def modulus(numerator: float, denominator: float) -> float:
    """`mod`: what is left after a division rounded down."""
    return numerator - round_down(numerator / denominator) * denominator


def remainder(numerator: float, denominator: float) -> float:
    """`rem`: what is left after `div`."""
    return numerator - quotient(numerator, denominator) * denominator


def truncate(number: float) -> float:
    """The nearest integer towards zero."""
    return float(math.trunc(number)) if math.isfinite(number) else number


def round_down(number: float) -> float:
    """The largest integer not above the number."""
    return float(math.floor(number)) if math.isfinite(number) else number


def round_up(number: float) -> float:
    """The smallest integer not below the number."""
    return float(math.ceil(number)) if math.isfinite(number) else number


def sign(number: float) -> float:
    """1, 0 or -1."""
    return float((number > 0) - (number < 0))


def _logarithm(function: Callable[[float], float]) -> Callable[[float], float]:
    def logarithm(number: float) -> float:
        if number == 0:
            raise ZeroDivisionError("logarithm of zero")
        return function(number)

    return logarithm


def _overflowing(function: Callable[[float], float], odd: bool = False) -> Callable[[float], float]:
    def overflowing(number: float) -> float:
        try:
            return function(number)
        except OverflowError:
            return -math.inf if odd and number < 0 else math.inf

    return overflowing


def _truth(relation: Callable[[float, float], bool]) -> Callable[[float, float], float]:
    return lambda left, right: float(relation(left, right))


# `if`, `and` and `or` leave operands out; who evaluates has to choose before the operands are known.
ARITHMETIC: Final[dict[str, Callable[..., float]]] = {
    "+": lambda *terms: reduce(operator.add, terms),
    "*": lambda *factors: reduce(operator.mul, factors),
    "-": operator.sub,
    "/": operator.truediv,
    "^": power,
    "neg": operator.neg,
    "not": lambda truth: float(truth <= TRUTH),
    "<": _truth(operator.lt),
    "<=": _truth(operator.le),
    ">": _truth(operator.gt),
    ">=": _truth(operator.ge),
    "==": _truth(operator.eq),
    "<>": _truth(operator.ne),
    "sin": math.sin,
    "cos": math.cos,
    "tan": math.tan,
    "asin": math.asin,
    "acos": math.acos,
    "atan": math.atan,
    "atan2": math.atan2,
    "sinh": _overflowing(math.sinh, odd=True),
    "cosh": _overflowing(math.cosh),
    "tanh": math.tanh,
    "exp": _overflowing(math.exp),
    "log": _logarithm(math.log),
    "log10": _logarithm(math.log10),
    "sqrt": math.sqrt,
    "abs": abs,
    "sign": sign,
    "min": min,
    "max": max,
    "floor": round_down,
    "ceil": round_up,
    "integer": round_down,
    "div": quotient,
    "mod": modulus,
    "rem": remainder,
}
