"""Texts that are put together when they are needed: messages of `assert` and `terminate`."""

from __future__ import annotations

from mosila.diagnostics import MosilaError
from mosila.diagnostics.types import ALWAYS_FALSE, WRONG_ARGUMENTS
from mosila.instance.checks import Assertion, Message, Shown
from mosila.instance.context import Context, Scope
from mosila.instance.lower import lower, lower_structural
from mosila.instance.rows import RowCollector
from mosila.instance.values import BOOLEAN, Value, expect
from mosila.semantics.symbols import Builtin
from mosila.semantics.types import ASSERTION_LEVEL
from mosila.symbolic.expression import Expr, apply, is_constant
from mosila.syntax import ast

ASSERT_ARGUMENTS = ("condition", "message", "level")


def assert_arguments(call: ast.Call) -> dict[str, ast.Expression]:
    """The arguments of `assert` by name."""
    given = dict(zip(ASSERT_ARGUMENTS, call.arguments, strict=False))
    given.update({each.name: each.value for each in call.named})
    if len(call.arguments) + len(call.named) > 3 or not {"condition", "message"} <= given.keys() <= set(ASSERT_ARGUMENTS):
        raise MosilaError(WRONG_ARGUMENTS.at(call.span, function="assert", expected="a condition, a message and a level", found=len(given)))
    return given


def is_error_level(given: dict[str, ast.Expression], scope: Scope, context: Context) -> bool:
    """Whether an assertion ends the run."""
    if "level" not in given:
        return True
    value = lower_structural(given["level"], scope, context, "the level of an assertion")
    expect(value, (ASSERTION_LEVEL,), "`assert`", given["level"])
    return value.number == 2.0


def lower_assertion(
    call: ast.Call, scope: Scope, rows: RowCollector, context: Context, unless: Expr | None = None, moment: Expr | None = None
) -> Assertion:
    """`assert(condition, message, level)`; it holds anyway where `unless` does, and is looked at in a round in which `moment` is true."""
    given = assert_arguments(call)
    value = lower(given["condition"], scope, context.without_events())
    expect(value, BOOLEAN, "`assert`", given["condition"])
    condition = value.scalar if unless is None else apply("or", unless, value.scalar)
    is_error = is_error_level(given, scope, context)
    message = lower_message(given["message"], scope, rows, context) if not is_constant(condition, 1.0) else ()
    if moment is not None:
        condition = apply("not", rows.latch(apply("and", moment, apply("not", condition)), call.span))
    if is_error and is_constant(condition, 0.0):
        text = "".join(piece if isinstance(piece, str) else "..." for piece in message)
        raise MosilaError(ALWAYS_FALSE.at(call.span, text=text))
    return Assertion(rows.formula(condition, Builtin.BOOLEAN), message, is_error, call.span)


def lower_message(expression: ast.Expression, scope: Scope, rows: RowCollector, context: Context) -> Message:
    """The pieces of a text."""
    return tuple(
        piece if isinstance(piece, str) else Shown(rows.formula(piece.scalar, piece.type)) for piece in pieces(expression, scope, context)
    )


def pieces(expression: ast.Expression, scope: Scope, context: Context) -> list[str | Value]:
    """The pieces of a text: strings, and values that are written when the text is needed."""
    match expression:
        case ast.Literal(value=str(text)):
            return [text]
        case ast.Parenthesis(inner=inner):
            return pieces(inner, scope, context)
        case ast.Chain(first=first, rest=rest):
            return [piece for part in (first, *(operand for _, operand in rest)) for piece in pieces(part, scope, context)]
        case ast.Call(function=ast.Reference(parts=(ast.Part(name="String"),)), arguments=(argument, *_)):
            value = lower(argument, scope, context.without_events())
            if value.type is not Builtin.STRING and not value.is_constant:
                return [value]
    value = lower(expression, scope, context.known_now("a message"))
    expect(value, (Builtin.STRING,), "a message", expression)
    return [value.string]
