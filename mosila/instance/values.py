"""Typed values: the expressions that an expression of the source becomes, one for each element of an array."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from mosila.diagnostics import MosilaError
from mosila.diagnostics.types import WRONG_SIZE, WRONG_TYPE
from mosila.instance.plan import Variability
from mosila.semantics.symbols import Builtin
from mosila.source import Span
from mosila.symbolic.expression import CONSTANT, Expr, apply, constant
from mosila.syntax import ast
from mosila.syntax.format import expression_text

Shape = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Value:
    """An expression of the source as numbers: elements in row-major order."""

    type: Builtin
    variability: Variability
    shape: Shape
    elements: tuple[Expr, ...]

    @property
    def scalar(self) -> Expr:
        """The only element of a scalar."""
        return self.elements[0]

    @property
    def is_constant(self) -> bool:
        """Whether all elements are literal numbers."""
        return all(element.operator == CONSTANT for element in self.elements)


def wrong_size(span: Span, what: str, left: Shape, right: Shape) -> MosilaError:
    """The error of two sizes that do not fit."""
    return MosilaError(WRONG_SIZE.at(span, what=what, left=size_text(left), right=size_text(right)))


def number(value: float, type_: Builtin) -> Value:
    """A literal."""
    return Value(type_, Variability.CONSTANT, (), (constant(value),))


def type_phrase(type_: Builtin) -> str:
    """A type in a sentence."""
    return f"an {type_.value}" if type_.value[0] in "AEIOU" else f"a {type_.value}"


def expect(value: Value, allowed: tuple[Builtin, ...], what: str, expression: ast.Expression, advice: str = "") -> Value:
    """The value itself if its type is among those allowed, else an error."""
    if value.type in allowed:
        return value
    expected = " or ".join(type_phrase(t) for t in allowed)
    raise MosilaError(
        WRONG_TYPE.at(
            expression.span,
            what=what,
            expected=expected,
            text=expression_text(expression),
            found=type_phrase(value.type),
            advice=advice or f"write {expected} here",
        )
    )


NUMBERS = (Builtin.REAL, Builtin.INTEGER)


def elementwise(operation: Callable[..., Expr], type_: Builtin, values: tuple[Value, ...], what: str, span: Span) -> Value:
    """Apply an operation element by element; scalars go with every element of an array."""
    shape: Shape = ()
    for value in values:
        if value.shape:
            if shape and value.shape != shape:
                raise wrong_size(span, what, shape, value.shape)
            shape = value.shape
    count = max((len(v.elements) for v in values if v.shape), default=1)
    columns = [v.elements if v.shape else v.elements * count for v in values]
    elements = tuple(operation(*operands) for operands in zip(*columns, strict=True))
    return Value(type_, max(v.variability for v in values), shape, elements)


def size_text(shape: Shape) -> str:
    """A shape as the modeller writes it."""
    return "[" + ", ".join(map(str, shape)) + "]" if shape else "scalar"


def common_number(left: Builtin, right: Builtin) -> Builtin:
    """The type of an arithmetic result."""
    return Builtin.INTEGER if left is right is Builtin.INTEGER else Builtin.REAL


def negate(value: Value) -> Value:
    """The value with every element negated."""
    return Value(value.type, value.variability, value.shape, tuple(apply("neg", e) for e in value.elements))
