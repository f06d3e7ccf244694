"""Tangents: against sympy, against difference quotients, interpreted and compiled."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

import pytest
import sympy
from hypothesis import HealthCheck, assume, given, settings

from mosila.codegen.shapes import Kernels
from mosila.diagnostics import MosilaError
from mosila.functions.definition import Assign, AssignCall, AssignElement, Break, Check, Definition, Derivative, For, If, Return, While
from mosila.functions.function import Function
from mosila.functions.signature import Signature
from mosila.symbolic import apply, call, constant, differentiate, differentiate_in_time, element, evaluate, output, slot
from tests.functions import test_statements as statements
from tests.functions.building import X, Y, Z, add, compare, divide, first, function, line, multiply, run_function, run_shape, subtract
from tests.symbolic.trees import SYMBOLS, Tree, points, smooth_trees, to_expression, to_sympy


@pytest.fixture(scope="module")
def kernels() -> Kernels:
    return Kernels()


def _exact(formula: Any, values: list[float]) -> float | None:
    point = {symbol: sympy.Rational(value) for symbol, value in zip(SYMBOLS, values, strict=True)}
    try:
        value = sympy.sympify(formula).subs(point).evalf(30)
    except (TypeError, ZeroDivisionError, OverflowError):
        return None
    return float(value) if value.is_Float or value.is_Rational else None


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(smooth_trees, points)
def test_the_tangent_of_a_formula_is_sympys(tree: Tree, values: list[float]) -> None:
    made = function("Test.formula", 3, 1, 4, (Assign(3, to_expression(tree)),))
    try:
        evaluate(to_expression(tree), values)
        formula = to_sympy(tree)
        oracle = [formula.diff(symbol) for symbol in SYMBOLS]
    except (TypeError, ZeroDivisionError, ValueError, OverflowError, AttributeError):
        assume(False)
    expected = [_exact(slope, values) for slope in oracle]
    assume(all(slope is not None and abs(slope) < 1e9 for slope in expected))
    rates = [0.5, -2.0, 1.0]
    try:
        found = evaluate(first(made.tangent(), *map(slot, range(6))), [*values, *rates])
    except (ZeroDivisionError, ValueError):
        assume(False)
    except MosilaError:
        assume(False)
    total = sum(slope * rate for slope, rate in zip(expected, rates, strict=True) if slope is not None)
    size = sum(abs(slope * rate) for slope, rate in zip(expected, rates, strict=True) if slope is not None)
    assert found == pytest.approx(total, rel=1e-9, abs=1e-9 * (1 + size))


def power_by_loop() -> Function:
    """x^5 times y, where a whole number counts and an array keeps the powers."""
    fill = AssignElement(
        4, 5, slot(3), multiply(X, apply("if", compare(slot(3), ">", 0), element(4, 5, subtract(slot(3), 1)), constant(1)))
    )
    return function(
        "Test.power",
        2,
        1,
        9,
        (For(3, constant(0), constant(1), constant(4), (fill,)), Assign(2, multiply(Y, element(4, 5, constant(4))))),
        discrete=(3,),
    )


def moving_range() -> Function:
    """The sum over a range whose bounds and step move, with a way out."""
    i = slot(3)
    body = (If(((compare(i, ">", 100), (Break(),)),)), Assign(2, add(Z, multiply(i, i))))
    return function("Test.movingRange", 2, 1, 4, (For(3, X, Y, add(X, multiply(3.5, Y)), body),))


def early_return() -> Function:
    return function(
        "Test.early",
        2,
        1,
        3,
        (
            Assign(2, multiply(X, Y)),
            If(((compare(X, ">", 1), (Return(),)),)),
            Check(compare(X, "<", 5), ("no",)),
            Assign(2, apply("sin", Z)),
        ),
    )


def of_a_call() -> Function:
    """Calls within formulas, and several outputs at once."""
    polar = statements.polar()
    return function(
        "Test.ofCall",
        2,
        1,
        5,
        (
            AssignCall((3, 4), call(polar, (multiply(X, X), Y))),
            Assign(2, add(multiply(slot(3), slot(4)), first(polar, slot(3), output(call(polar, (X, slot(4))), 1)))),
        ),
    )


def swap_in_place() -> Function:
    """A target that is read on its own right side."""
    return function("Test.own", 2, 1, 3, (Assign(2, X), Assign(2, multiply(Z, Z, Y)), Assign(2, apply("exp", divide(Z, 10)))))


def recursive_power() -> Function:
    made = function(
        "Test.recursive",
        2,
        1,
        3,
        lambda: (If(((compare(Y, "<=", 0), (Assign(2, constant(1)), Return())),)), Assign(2, multiply(X, first(made, X, subtract(Y, 1))))),
        discrete=(1,),
    )
    return made


SMOOTH: list[tuple[Callable[[], Function], list[list[float]]]] = [
    (statements.square_root, [[2.0], [0.3]]),
    (statements.look_up, [[0.5], [3.3]]),
    (statements.sorted_three, [[3.0, 2.0, 1.0]]),
    (statements.polar, [[3.0, 4.0]]),
    (statements.through_polar, [[3.0, 4.0]]),
    (statements.chosen, [[9.0, 0.5], [-3.0, 4.0]]),
    (power_by_loop, [[1.5, 2.0]]),
    (moving_range, [[0.5, 0.25]]),
    (early_return, [[2.0, 3.0], [0.5, 3.0]]),
    (of_a_call, [[1.5, 0.5]]),
    (swap_in_place, [[1.5, 0.5]]),
]


def _central(made: Function, row: Sequence[float], rates: Sequence[float]) -> list[float]:
    step = 1e-6
    above = made.evaluate([x + step * dx for x, dx in zip(row, rates, strict=True)])
    below = made.evaluate([x - step * dx for x, dx in zip(row, rates, strict=True)])
    return [(a - b) / (2 * step) for a, b in zip(above, below, strict=True)]


@pytest.mark.parametrize(("make", "rows"), SMOOTH, ids=[make.__name__ for make, _ in SMOOTH])
def test_tangents_are_the_limits_of_difference_quotients(kernels: Kernels, make: Callable[[], Function], rows: list[list[float]]) -> None:
    made = make()
    for row in rows:
        rates = [0.7 - 0.4 * place for place in range(len(row))]
        expected = pytest.approx(_central(made, row, rates), rel=2e-7, abs=1e-7)
        assert list(made.tangent().evaluate([*row, *rates])) == expected
        assert run_function(kernels, made.tangent(), [[*row, *rates]])[0] == expected


def test_second_tangents(kernels: Kernels) -> None:
    made = power_by_loop()
    second = differentiate(differentiate(first(made, X, Y), 0), 0)
    assert evaluate(second, [1.5, 2.0]) == pytest.approx(20 * 1.5**3 * 2)
    assert run_shape(kernels, [second], [[1.5, 2.0]])[0][0] == pytest.approx(20 * 1.5**3 * 2)


def test_recursion(kernels: Kernels) -> None:
    slope = differentiate(first(recursive_power(), X, Y), 0)
    assert evaluate(slope, [1.5, 4.0]) == pytest.approx(4 * 1.5**3)
    assert run_shape(kernels, [slope], [[1.5, 4.0]])[0][0] == pytest.approx(4 * 1.5**3)
    assert differentiate(first(statements.factorial(), X), 0) is constant(0)


def test_partials_share_the_chain_rule(kernels: Kernels) -> None:
    """d/dx of sin(f(x y, x)) and the time derivative along dx, dy."""
    inner = first(statements.polar(), multiply(X, Y), X)
    formula = apply("sin", inner)
    x, y = 1.2, 0.7
    r = math.hypot(x * y, x)
    by_x, by_y = (x * y * y + x) / r, (x * y * x) / r
    slopes = [differentiate(formula, 0), differentiate(formula, 1), differentiate_in_time(formula, {0: 2, 1: 3})]
    expected = [math.cos(r) * by_x, math.cos(r) * by_y, math.cos(r) * (2 * by_x - by_y)]
    assert run_shape(kernels, slopes, [[x, y, 2.0, -1.0]])[0] == pytest.approx(expected)


def _annotated(zero: tuple[int, ...]) -> Function:
    """x^2 y with a `derivative` that is told apart from the true one by a factor 10; y may have to stand still."""
    rule = function("Test.rule", 3 if zero else 4, 1, 5, (Assign(3 if zero else 4, multiply(20, X, Y, Z)),))
    derivative = Derivative(rule, (0,) if zero else (0, 1), (0,), zero)
    definition = Definition(3, (Assign(2, multiply(X, X, Y)),), derivatives=(derivative,))
    return Function(Signature("Test.annotated", 2, 1, span=line(1)), definition)


def test_a_derivative_annotation_goes_first() -> None:
    assert _annotated(()).tangent().evaluate([2.0, 3.0, 1.0, 1.0]) == (20 * 2 * 3,)


def test_a_derivative_annotation_for_what_stands_still() -> None:
    tangent = _annotated((1,)).tangent()
    assert tangent.evaluate([2.0, 3.0, 1.0, 0.0]) == (20 * 2 * 3,)
    assert tangent.evaluate([2.0, 3.0, 1.0, 1.0]) == (2 * 2 * 3 + 4,)


def test_a_derivative_along_time_is_no_partial_derivative(kernels: Kernels) -> None:
    """y is said to move as x makes it (y = x, so that x^2 y is x^3): the rate along time counts it, the slope by x does not."""
    rule = function("Test.rule", 3, 1, 4, (Assign(3, multiply(3, X, X, Z)),))
    derivative = Derivative(rule, (0,), (0,), ignored=(1,))
    definition = Definition(3, (Assign(2, multiply(X, X, Y)),), derivatives=(derivative,))
    called = first(Function(Signature("Test.annotated", 2, 1, span=line(1)), definition), X, Y)
    slopes = [differentiate(called, 0), differentiate(called, 1), differentiate_in_time(called, {0: 2, 1: 3})]
    assert run_shape(kernels, slopes, [[2.0, 2.0, 0.5, 0.5]])[0] == pytest.approx([8.0, 4.0, 6.0])


def test_a_loop_in_the_tangent_ends_where_the_function_ends(kernels: Kernels) -> None:
    """The derivative of an iteration: the rates go through every round."""
    made = function("Test.rounds", 1, 1, 3, (Assign(1, constant(1)), While(compare(Y, "<", 50), (Assign(1, multiply(Y, X)),))))
    assert run_function(kernels, made.tangent(), [[3.0, 1.0]]) == [[4 * 27.0]]
