"""Operators on typed values: scalars, vectors and matrices."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

from mosila.diagnostics import MosilaError
from mosila.diagnostics.types import BAD_OPERANDS
from mosila.instance.plan import Variability
from mosila.instance.values import Value, common_number, elementwise, size_text, wrong_size
from mosila.semantics.symbols import Builtin
from mosila.source import Span
from mosila.symbolic.expression import ONE, ZERO, Expr, apply


def operation(symbol: str) -> Callable[..., Expr]:
    """An operator as a function of expressions."""
    return lambda *operands: apply(symbol, *operands)


def total(elements: list[Expr]) -> Expr:
    """The sum of expressions."""
    return apply("+", *elements) if elements else ZERO


def arithmetic(symbol: str, left: Value, right: Value, span: Span) -> Value:
    """`left symbol right` for numbers, by the rules of linear algebra unless the operator is dotted."""
    plain = symbol.lstrip(".")
    if plain == "^":
        return power(left, right, span) if symbol == "^" else elementwise(operation("^"), Builtin.REAL, (left, right), "`.^`", span)
    type_ = Builtin.REAL if plain == "/" else common_number(left.type, right.type)
    if not symbol.startswith("."):
        if plain in ("+", "-") and left.shape != right.shape:
            raise wrong_size(span, f"`{symbol}`", left.shape, right.shape)
        if plain == "*" and left.shape and right.shape:
            return matrix_product(left, right, span)
        if plain == "/" and right.shape:
            raise _refuse("/", left, right, span, "divide by a scalar, or use the elementwise `./`")
    return elementwise(operation(plain), type_, (left, right), f"`{symbol}`", span)


def matrix_product(left: Value, right: Value, span: Span) -> Value:
    """The product of vectors and matrices."""
    dimensions = (len(left.shape), len(right.shape))
    if dimensions not in ((1, 1), (1, 2), (2, 1), (2, 2)):
        raise _refuse("*", left, right, span, "use vectors and matrices, or the elementwise `.*`")
    if left.shape[-1] != right.shape[0]:
        raise wrong_size(span, "`*`", left.shape, right.shape)
    rows = left.rows() if len(left.shape) == 2 else [left]
    columns = transpose(right).rows() if len(right.shape) == 2 else [right]
    elements = tuple(_dot(row, column) for row in rows for column in columns)
    shape = (*left.shape[:-1], *right.shape[1:])
    return Value(common_number(left.type, right.type), max(left.variability, right.variability), shape, elements)


def _dot(left: Value, right: Value) -> Expr:
    return total([apply("*", a, b) for a, b in zip(left.elements, right.elements, strict=True)])


def transpose(value: Value) -> Value:
    """The first two dimensions exchanged."""
    first, second, *rest = value.shape
    width = reduce(lambda a, b: a * b, rest, 1)
    parts = [value.elements[(i * second + j) * width : (i * second + j + 1) * width] for j in range(second) for i in range(first)]
    elements = tuple(element for part in parts for element in part)
    return Value(value.type, value.variability, (second, first, *rest), elements)


def identity(size: int, type_: Builtin = Builtin.INTEGER) -> Value:
    """The unit matrix."""
    elements = tuple(ONE if i == j else ZERO for i in range(size) for j in range(size))
    return Value(type_, Variability.CONSTANT, (size, size), elements)


def power(base: Value, exponent: Value, span: Span) -> Value:
    """A power of scalars, or a whole power of a square matrix."""
    if exponent.shape:
        raise _refuse("^", base, exponent, span, "the exponent must be a scalar; use the elementwise `.^`")
    if not base.shape:
        return elementwise(operation("^"), Builtin.REAL, (base, exponent), "`^`", span)
    is_square = len(base.shape) == 2 and base.shape[0] == base.shape[1]
    if not is_square or exponent.type is not Builtin.INTEGER or not exponent.is_constant or exponent.number < 0:
        raise _refuse("^", base, exponent, span, "only a square matrix has powers, with a constant exponent that is not negative")
    result = identity(base.shape[0])
    for _ in range(int(exponent.number)):
        result = matrix_product(result, base, span)
    return Value(Builtin.REAL if exponent.number == 0 else base.type, base.variability, base.shape, result.elements)


def _refuse(symbol: str, left: Value, right: Value, span: Span, advice: str) -> MosilaError:
    return MosilaError(BAD_OPERANDS.at(span, operator=symbol, left=size_text(left.shape), right=size_text(right.shape), advice=advice))
