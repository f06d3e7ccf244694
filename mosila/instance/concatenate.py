"""Arrays joined along a dimension, and given more dimensions."""

from __future__ import annotations

from math import prod

from mosila.diagnostics import MosilaError
from mosila.diagnostics.types import WRONG_TYPE
from mosila.instance.values import Value, common_type, type_phrase, wrong_size
from mosila.semantics.symbols import Builtin
from mosila.source import Span
from mosila.symbolic.expression import Expr


def promote(value: Value, dimensions: int) -> Value:
    """The value with dimensions of size 1 added at the end."""
    return value.reshaped((*value.shape, *(1,) * (dimensions - len(value.shape))))


def concatenate(dimension: int, values: list[Value], span: Span) -> Value:
    """`cat(dimension, values...)`, dimensions counted from 1."""
    axis = dimension - 1
    first = values[0]
    for value in values[1:]:
        if len(value.shape) != len(first.shape) or any(
            a != b for k, (a, b) in enumerate(zip(first.shape, value.shape, strict=True)) if k != axis
        ):
            raise wrong_size(span, "arrays that are joined", first.shape, value.shape)
    type_ = common_type(value.type for value in values)
    if type_ is None:
        phrases = " and ".join(dict.fromkeys(type_phrase(value.type) for value in values))
        raise MosilaError(
            WRONG_TYPE.at(
                span, what="an array", expected="elements of one type", text="", found=phrases, advice="give all elements one type"
            )
        )
    if len(values) == 1:
        return first
    elements: list[Expr] = []
    outer = prod(first.shape[:axis])
    blocks = [prod(value.shape[axis:]) for value in values]
    for k in range(outer):
        for value, block in zip(values, blocks, strict=True):
            elements.extend(value.elements[k * block : (k + 1) * block])
    size = sum(value.shape[axis] for value in values)
    shape = (*first.shape[:axis], size, *first.shape[axis + 1 :])
    return Value(type_ or Builtin.REAL, max(value.variability for value in values), shape, tuple(elements))
