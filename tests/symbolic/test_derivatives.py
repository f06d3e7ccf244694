"""Derivatives and solutions, with sympy and difference quotients as oracles."""

from __future__ import annotations

import math
from typing import Any

import pytest
import sympy
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from mosila.symbolic import (
    Expr,
    apply,
    constant,
    differentiate,
    differentiate_in_time,
    evaluate,
    is_linear_in,
    linear_parts,
    slot,
    slots_of,
    solve_for,
)
from tests.symbolic.trees import SYMBOLS, Tree, free_trees, linear_trees, points, smooth_trees, to_expression, to_sympy, to_tree

X, Y, Z, W = (slot(index) for index in range(4))
ZERO, ONE, TWO = constant(0), constant(1), constant(2)


def _exact(formula: Any, values: list[float]) -> Any:
    """The value to 40 digits, or None where there is no finite real one."""
    point = {symbol: sympy.Rational(value) for symbol, value in zip(SYMBOLS, values, strict=True)}
    try:
        value = sympy.sympify(formula).subs(point).evalf(40)
    except (TypeError, ZeroDivisionError, OverflowError):
        return None
    return value if value.is_Float or value.is_Rational else None


@settings(max_examples=150, deadline=None)
@given(smooth_trees, points)
def test_derivative_is_sympys(tree: Tree, values: list[float]) -> None:
    expression = to_expression(tree)
    try:
        oracle = to_sympy(tree).diff(SYMBOLS[0])
        evaluate(expression, values)
        ours = to_sympy(to_tree(differentiate(expression, 0)))
    except (TypeError, ZeroDivisionError, ValueError, OverflowError, AttributeError):
        assume(False)
    expected, found = _exact(oracle, values), _exact(ours, values)
    assume(expected is not None and abs(expected) < 1e12 and found is not None)
    assert abs(expected - found) <= 1e-14 * (1 + abs(expected))


SLOPES = ["sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "exp", "log", "log10", "sqrt", "abs"]


@pytest.mark.parametrize("function", SLOPES)
@pytest.mark.parametrize("at", [0.3, 0.7])
def test_slopes_of_functions(function: str, at: float) -> None:
    _check_slope(apply(function, apply("*", TWO, apply("-", X, constant(0.25)))), [at])


@pytest.mark.parametrize("operator", ["+", "*", "-", "/", "^", "atan2", "min", "max", "mod", "rem", "div"])
def test_slopes_of_operators(operator: str) -> None:
    _check_slope(apply(operator, apply("exp", X), apply("+", TWO, apply("*", X, X))), [1.3])
    _check_slope(apply(operator, apply("+", constant(7), X), X), [2.2])


def _check_slope(expression: Expr, values: list[float]) -> None:
    step = 1e-6
    above, below = evaluate(expression, [values[0] + step]), evaluate(expression, [values[0] - step])
    assert evaluate(differentiate(expression, 0), values) == pytest.approx((above - below) / (2 * step), rel=1e-7, abs=1e-7)


def test_absolute_value_has_the_slope_of_its_sign() -> None:
    assert differentiate(apply("abs", X), 0) is apply("sign", X)


def test_discrete_functions_stand_still() -> None:
    for function in ("floor", "ceil", "integer", "sign"):
        assert differentiate(apply(function, X), 0) is ZERO
    assert differentiate(apply("if", apply("<", X, Y), ONE, TWO), 0) is ZERO
    assert differentiate(apply("div", X, Y), 0) is ZERO


def test_branches_are_differentiated_each() -> None:
    condition = apply(">", X, ZERO)
    expression = apply("if", condition, apply("sqrt", X), ZERO)
    slope = differentiate(expression, 0)
    assert slope.operator == "if"
    assert slope.operands[0] is condition
    assert slope.operands[2] is ZERO
    assert evaluate(slope, [0.0]) == 0.0
    assert evaluate(slope, [4.0]) == 0.25


def test_powers_at_zero() -> None:
    assert evaluate(differentiate(apply("^", X, TWO), 0), [0.0]) == 0.0
    assert evaluate(differentiate(apply("^", X, Y), 0), [0.0, 2.0]) == 0.0
    assert evaluate(differentiate(apply("^", X, Y), 0), [0.0, 1.0]) == 1.0
    assert evaluate(differentiate(apply("^", X, Y), 0), [0.0, 0.0]) == 0.0
    assert evaluate(differentiate(apply("^", X, Y), 1), [0.0, 2.0]) == 0.0
    assert evaluate(differentiate(apply("^", X, constant(3)), 0), [-2.0]) == 12.0


def test_time_derivative_follows_the_chain_rule() -> None:
    # the pendulum's constraint x^2 + y^2 = L^2, twice
    length = apply("+", apply("^", X, TWO), apply("^", Y, TWO))
    once = differentiate_in_time(length, {0: 2, 1: 3})
    twice = differentiate_in_time(once, {0: 2, 1: 3, 2: 4, 3: 5})
    x, y, vx, vy, ax, ay = 0.6, -0.8, 1.5, 0.25, -3.0, 2.0
    assert evaluate(once, [x, y, vx, vy]) == pytest.approx(2 * x * vx + 2 * y * vy)
    assert evaluate(twice, [x, y, vx, vy, ax, ay]) == pytest.approx(2 * (vx**2 + x * ax + vy**2 + y * ay))


def test_time_itself_runs_at_rate_one() -> None:
    assert evaluate(differentiate_in_time(apply("sin", apply("*", Z, X)), {}, time_slot=0), [0.4, 0, 3.0]) == pytest.approx(
        3 * math.cos(1.2)
    )
    assert differentiate_in_time(apply("sin", apply("*", Z, X)), {}) is ZERO


@settings(max_examples=200, deadline=None)
@given(linear_trees, st.one_of(free_trees, linear_trees), points, st.booleans())
def test_solutions_satisfy_the_equation(one: Tree, other: Tree, values: list[float], swapped: bool) -> None:
    left, right = map(to_expression, (other, one) if swapped else (one, other))
    assert is_linear_in(left, 0)
    assert is_linear_in(right, 0)
    try:
        slope = evaluate(differentiate(apply("-", left, right), 0), values)
        evaluate(left, values), evaluate(right, values)
    except (ZeroDivisionError, ValueError):
        assume(False)
    solution = solve_for(left, right, 0)
    if solution is None:
        vanishing = linear_parts(apply("-", left, right), 0)
        assert vanishing is not None
        assert vanishing[0] is ZERO or vanishing[0].operator == "if"
        return
    assert 0 not in slots_of(solution.expression)
    assert 0 not in slots_of(solution.coefficient)
    assert evaluate(solution.coefficient, values) == pytest.approx(slope, rel=1e-9, abs=1e-9)
    assume(1e-5 < abs(slope) < 1e5)
    explicit = evaluate(solution.expression, values)
    sides = [evaluate(side, [explicit, *values[1:]]) for side in (left, right)]
    assert sides[0] == pytest.approx(sides[1], rel=1e-7, abs=1e-7 * (1 + abs(slope * explicit)))


def test_nested_linear_occurrence() -> None:
    nested = apply("-", X, apply("/", apply("+", Y, apply("*", TWO, W)), Z))
    solution = solve_for(nested, ZERO, 3)
    assert solution is not None
    assert solution.expression is apply("/", apply("-", apply("*", X, Z), Y), TWO)
    assert slots_of(solution.coefficient) == (2,)


def test_ohms_law_for_each_variable() -> None:
    voltage, current = solve_for(X, apply("*", Y, Z), 0), solve_for(X, apply("*", Y, Z), 2)
    assert voltage is not None
    assert voltage.expression is apply("*", Y, Z)
    assert voltage.coefficient is ONE
    assert current is not None
    assert current.expression is apply("/", X, Y)
    assert slots_of(current.coefficient) == (1,)


def test_both_branches_must_fix_the_unknown() -> None:
    condition = apply("<", X, Y)
    solvable = apply("if", condition, apply("*", Z, W), apply("-", W, Z))
    solution = solve_for(solvable, X, 3)
    assert solution is not None
    assert solution.expression is apply("if", condition, apply("/", X, Z), apply("+", X, Z))
    assert slots_of(solution.coefficient) == (0, 1, 2)
    assert solve_for(apply("if", condition, W, Z), X, 3) is None
    assert solve_for(apply("if", apply("<", W, Y), W, apply("*", TWO, W)), X, 3) is None


def test_what_is_not_linear_is_refused() -> None:
    for side in (apply("*", X, X), apply("/", ONE, X), apply("sin", X), apply("^", X, TWO), apply("max", X, Y)):
        assert solve_for(side, Y, 0) is None
        assert not is_linear_in(side, 0)
    assert solve_for(apply("+", X, Y), apply("+", X, Z), 0) is None
    assert solve_for(Y, Z, 0) is None


def test_linear_parts() -> None:
    assert linear_parts(apply("+", apply("*", Y, X), Z, X), 0) == (apply("+", Y, ONE), Z)
    assert linear_parts(apply("sin", Y), 0) == (ZERO, apply("sin", Y))
    assert linear_parts(apply("*", apply("+", X, ONE), apply("/", Y, Z)), 0) == (apply("/", Y, Z), apply("/", Y, Z))
