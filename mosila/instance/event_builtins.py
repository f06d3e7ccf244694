"""Built-in functions of time and events: der, pre, edge, sample, delay, noEvent and their like."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from mosila.diagnostics import MosilaError
from mosila.diagnostics.names import NOT_A_VARIABLE
from mosila.diagnostics.types import NOT_PARAMETER
from mosila.diagnostics.variability import NOT_DISCRETE
from mosila.instance.builtin_arguments import named_arguments, plain_arguments, wrong_arguments
from mosila.instance.plan import DERIVATIVE, HOMOTOPY, INITIAL, PRE, TERMINAL, VALUE, RowKind, Variability
from mosila.instance.values import (
    BOOLEAN,
    NUMBERS,
    Value,
    elementwise,
    expect,
)
from mosila.semantics.symbols import Builtin
from mosila.symbolic.expression import ONE, ZERO, Expr, apply
from mosila.syntax import ast
from mosila.syntax.format import expression_text

if TYPE_CHECKING:
    from mosila.instance.lower import Lowering

Handler = Callable[[ast.Call, "Lowering"], Value]


def _component(call: ast.Call, name: str) -> ast.Reference:
    (argument,) = plain_arguments(call, 1)
    while isinstance(argument, ast.Parenthesis):
        argument = argument.inner
    if not isinstance(argument, ast.Reference):
        raise MosilaError(NOT_A_VARIABLE.at(argument.span, name=expression_text(argument), what="an expression"))
    return argument


def _der(call: ast.Call, lowering: Lowering) -> Value:
    (argument,) = plain_arguments(call, 1)
    while isinstance(argument, ast.Parenthesis):
        argument = argument.inner
    if isinstance(argument, ast.Reference) and lowering.context.iterator(argument.parts[0].name) is None:
        plain = lowering.scope.read(argument, VALUE, lowering.context) if not lowering.context.structural else None
        if plain is not None and plain.variability <= Variability.PARAMETER and plain.type is not Builtin.REAL:
            expect(plain, (Builtin.REAL,), "`der`", argument, "only a Real has a derivative")
        value = lowering.scope.read(argument, DERIVATIVE, lowering.context)
        return expect(value, NUMBERS, "`der`", argument, "only a Real has a derivative")
    value = expect(lowering.value(argument), NUMBERS, "`der`", argument, "only a Real has a derivative")
    if value.variability <= Variability.PARAMETER:
        return Value(Builtin.REAL, Variability.CONSTANT, value.shape, (ZERO,) * len(value.elements))
    elements = tuple(lowering.scope.derivative(element, argument.span) for element in value.elements)
    return Value(Builtin.REAL, Variability.CONTINUOUS, value.shape, elements)


def _pre(call: ast.Call, lowering: Lowering) -> Value:
    reference = _component(call, "pre")
    value = lowering.scope.read(reference, PRE, lowering.context)
    if value.variability is Variability.CONTINUOUS and lowering.context.pure:
        text = expression_text(reference)
        advice = f"outside of when-clauses read `{text}` itself, or keep its value in a when-clause"
        raise MosilaError(NOT_DISCRETE.at(reference.span, what="the argument of `pre`", text=text, advice=advice))
    return value.with_variability(min(value.variability, Variability.DISCRETE))


def _now_and_before(call: ast.Call, name: str, lowering: Lowering) -> tuple[Value, Value]:
    reference = _component(call, name)
    return lowering.scope.read(reference, VALUE, lowering.context), lowering.scope.read(reference, PRE, lowering.context)


def _edge(call: ast.Call, lowering: Lowering) -> Value:
    now, before = _now_and_before(call, "edge", lowering)
    expect(now, BOOLEAN, "`edge`", call.arguments[0])
    return elementwise(lambda a, b: apply("and", a, apply("not", b)), Builtin.BOOLEAN, (now, before), "`edge`", call.span)


def _change(call: ast.Call, lowering: Lowering) -> Value:
    now, before = _now_and_before(call, "change", lowering)
    value = elementwise(lambda a, b: apply("<>", a, b), Builtin.BOOLEAN, (now, before), "`change`", call.span)
    return value.with_variability(min(value.variability, Variability.DISCRETE))


def _no_event(call: ast.Call, lowering: Lowering) -> Value:
    return lowering.value(plain_arguments(call, 1)[0], events=False)


def _pure(call: ast.Call, lowering: Lowering) -> Value:
    """`pure(f(x))`: a call that counts as one of a pure function."""
    return lowering.value(plain_arguments(call, 1)[0], pure=True)


def _smooth(call: ast.Call, lowering: Lowering) -> Value:
    order, argument = plain_arguments(call, 2)
    return lowering.value(argument, events=lowering.size(order, "the first argument of `smooth`") <= 0)


def _reserved(position: int) -> Handler:
    def handler(call: ast.Call, lowering: Lowering) -> Value:
        plain_arguments(call, 0)
        return Value(Builtin.BOOLEAN, Variability.DISCRETE, (), (lowering.scope.reserved(position),))

    return handler


def _sample(call: ast.Call, lowering: Lowering) -> Value:
    given = named_arguments(call, ("start", "interval"), 2)
    start, interval = (expect(lowering.value(given[name]), NUMBERS, "`sample`", given[name]) for name in ("start", "interval"))
    for name, number_ in (("start", start), ("interval", interval)):
        if number_.variability > Variability.PARAMETER:
            text = expression_text(given[name])
            raise MosilaError(NOT_PARAMETER.at(given[name].span, what=f"`{name}` of `sample`", text=text))
    value = lowering.scope.timed(RowKind.SAMPLE, start.scalar, interval.scalar, call.span)
    return Value(Builtin.BOOLEAN, Variability.DISCRETE, (), (value,))


def _delay(call: ast.Call, lowering: Lowering) -> Value:
    given = named_arguments(call, ("expr", "delayTime", "delayMax"), 2)
    delayed, by = (expect(lowering.value(given[name]), NUMBERS, "`delay`", given[name]) for name in ("expr", "delayTime"))
    longest = "delayMax" if "delayMax" in given else "delayTime"
    most = expect(lowering.value(given[longest]), NUMBERS, "`delay`", given[longest])
    if most.variability > Variability.PARAMETER:
        what = f"the {longest} of `delay`" + ("" if longest == "delayMax" else ", which has no delayMax,")
        raise MosilaError(NOT_PARAMETER.at(given[longest].span, what=what, text=expression_text(given[longest])))
    if by.is_constant and (by.number < 0 or (most.is_constant and by.number > most.number)):
        is_bounded = most.is_constant and most.number >= 0 and longest == "delayMax"
        limit = f"a delayTime between 0 and {most.number:g}" if is_bounded else "a delayTime of at least 0"
        raise wrong_arguments(call, limit, f"{by.number:g}")
    elements = tuple(lowering.scope.timed(RowKind.DELAY, element, by.scalar, call.span) for element in delayed.elements)
    return Value(Builtin.REAL, Variability.CONTINUOUS, delayed.shape, elements)


def _homotopy(call: ast.Call, lowering: Lowering) -> Value:
    given = named_arguments(call, ("actual", "simplified"), 2)
    actual, simplified = (expect(lowering.value(given[name]), NUMBERS, "`homotopy`", given[name]) for name in given)
    weight = lowering.scope.reserved(HOMOTOPY)

    def blend(one: Expr, other: Expr) -> Expr:
        rest = apply("*", apply("-", ONE, weight), other)
        return apply("if", apply(">=", weight, ONE), one, apply("+", apply("*", weight, one), rest))

    return elementwise(blend, Builtin.REAL, (actual, simplified), "`homotopy`", call.span)


def _semi_linear(call: ast.Call, lowering: Lowering) -> Value:
    x, positive, negative = (expect(lowering.value(a), NUMBERS, "`semiLinear`", a) for a in plain_arguments(call, 3))
    makes_events = lowering.context.events and x.variability is Variability.CONTINUOUS

    def product(at: Expr, above: Expr, below: Expr) -> Expr:
        test = lowering.scope.relation(">=", at, ZERO, call.span) if makes_events else apply(">=", at, ZERO)
        return apply("*", apply("if", test, above, below), at)

    return elementwise(product, Builtin.REAL, (x, positive, negative), "`semiLinear`", call.span)


EVENT_FUNCTIONS: dict[str, Handler] = {
    "change": _change,
    "delay": _delay,
    "der": _der,
    "edge": _edge,
    "homotopy": _homotopy,
    "initial": _reserved(INITIAL),
    "noEvent": _no_event,
    "pre": _pre,
    "pure": _pure,
    "sample": _sample,
    "semiLinear": _semi_linear,
    "smooth": _smooth,
    "terminal": _reserved(TERMINAL),
}
