"""Values joined to one: the branches of an `if`, the elements of an array; they must have one type and size."""

from __future__ import annotations

from mosila.diagnostics import MosilaError
from mosila.diagnostics.types import WRONG_TYPE
from mosila.instance.context import unsupported
from mosila.instance.values import Value, arranged, assignable, common_type, stack, type_phrase, wrong_size
from mosila.semantics.symbols import Builtin
from mosila.symbolic.expression import Expr, apply
from mosila.syntax import ast
from mosila.syntax.format import expression_text


def choose(test: Expr, then: Value, otherwise: Value, expression: ast.Conditional) -> Value:
    """The value of one of two branches, as a condition that is tested while the model runs says."""
    type_ = common_type((then.type, otherwise.type))
    if type_ is None and assignable(then.type, otherwise.type):
        type_, otherwise = then.type, arranged(then.type, otherwise)
    if type_ is None:
        raise MosilaError(
            WRONG_TYPE.at(
                expression.span,
                what="a branch of `if`",
                expected=type_phrase(then.type),
                text=expression_text(expression),
                found=type_phrase(otherwise.type),
                advice="give all branches one type",
            )
        )
    if then.shape != otherwise.shape:
        raise wrong_size(expression.span, "the branches of `if`", then.shape, otherwise.shape)
    if type_ is Builtin.STRING:
        raise unsupported(expression.span, "a String that is chosen while the model runs", "use constant Strings")
    elements = tuple(apply("if", test, a, b) for a, b in zip(then.elements, otherwise.elements, strict=True))
    return Value(type_, max(then.variability, otherwise.variability), then.shape, elements)


def stacked(values: list[Value], expression: ast.Expression) -> Value:
    """The array of these elements."""
    for value in values[1:]:
        if value.shape != values[0].shape:
            raise wrong_size(expression.span, "elements of an array", values[0].shape, value.shape)
    if values and common_type(v.type for v in values) is None:
        first = values[0].type
        odd = next((v for v in values if not assignable(first, v.type)), None)
        if odd is not None:
            raise MosilaError(
                WRONG_TYPE.at(
                    expression.span,
                    what="an array",
                    expected=type_phrase(first),
                    text=expression_text(expression),
                    found=type_phrase(odd.type),
                    advice="give all elements one type",
                )
            )
        values = [arranged(first, v) for v in values]
    return stack(values)
