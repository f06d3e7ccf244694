"""Building expressions: sharing, folding that keeps values and traps, the modeller's order, depth."""

from __future__ import annotations

import math
from threading import Thread

import pytest
from hypothesis import assume, given

from mosila.symbolic import (
    Expr,
    apply,
    canonical,
    constant,
    differentiate,
    differentiate_in_time,
    evaluate,
    expression_text,
    lift_constants,
    linear_parts,
    slot,
    slots_of,
    solve_for,
    substitute,
)
from tests.symbolic.trees import Tree, number, points, to_expression, trees

X, Y, Z = slot(0), slot(1), slot(2)
ZERO, ONE, TWO = constant(0), constant(1), constant(2)


def test_equal_expressions_are_the_same_object() -> None:
    assert apply("+", X, apply("*", TWO, Y)) is apply("+", slot(0), apply("*", constant(2), slot(1)))
    assert apply("-", X, Y) is not apply("-", Y, X)


def test_threads_share_one_graph() -> None:
    made: list[list[Expr]] = []

    def build() -> None:
        made.append([apply("sin", apply("+", slot(70_000 + index), ONE)) for index in range(2_000)])

    threads = [Thread(target=build) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(other == made[0] for other in made)
    assert len({expression.number for expression in made[0]}) == 2_000


@given(trees, points)
def test_folding_keeps_the_value(tree: Tree, values: list[float]) -> None:
    try:
        expected = number(tree, values)
    except (ZeroDivisionError, ValueError, OverflowError):
        assume(False)
    assume(math.isfinite(expected))
    assert evaluate(to_expression(tree), values) == pytest.approx(expected, rel=1e-12, abs=1e-300)


@given(trees, points)
def test_folding_never_hides_a_missing_value(tree: Tree, values: list[float]) -> None:
    try:
        number(tree, values)
    except (ZeroDivisionError, ValueError):
        with pytest.raises((ZeroDivisionError, ValueError)):
            evaluate(to_expression(tree), values)
    except OverflowError:
        assume(False)


def test_neutral_elements() -> None:
    assert apply("+", X, ZERO) is X
    assert apply("*", ONE, X) is X
    assert apply("*", X, constant(-1)) is apply("neg", X)
    assert apply("neg", apply("neg", X)) is X
    assert apply("not", apply("not", X)) is X
    assert apply("-", X, X) is ZERO
    assert apply("*", X, ZERO) is ZERO
    assert apply("/", X, ONE) is X
    assert apply("^", X, ONE) is X
    assert apply("if", constant(1), X, Y) is X
    assert apply("if", apply("<", X, Y), Z, Z) is Z
    assert apply("+", X, apply("neg", Y)) is apply("-", X, Y)
    assert apply("and", ZERO, X) is ZERO
    assert apply("or", ZERO, X) is X


@pytest.mark.parametrize("trap", ["log", "sqrt", "asin"])
def test_zero_times_what_may_have_no_value_stays(trap: str) -> None:
    assert apply("*", ZERO, apply(trap, X)) is not ZERO
    assert apply("^", apply(trap, X), ZERO) is not ONE


def test_division_by_zero_stays() -> None:
    for trap in (apply("/", ONE, ZERO), apply("/", ZERO, ZERO), apply("*", ZERO, apply("/", ONE, X)), apply("/", ZERO, X)):
        with pytest.raises(ZeroDivisionError):
            evaluate(trap, [0.0])
    quotient = apply("/", ONE, X)
    with pytest.raises(ZeroDivisionError):
        evaluate(apply("-", quotient, quotient), [0.0])


def test_powers() -> None:
    assert apply("^", ZERO, ZERO) is ONE
    assert apply("^", X, ZERO) is ONE
    assert evaluate(apply("^", X, Y), [0.0, 0.0]) == 1.0
    assert evaluate(apply("^", X, Y), [-2.0, 3.0]) == -8.0
    with pytest.raises(ValueError, match="domain"):
        evaluate(apply("^", X, Y), [-2.0, 0.5])
    with pytest.raises(ZeroDivisionError):
        evaluate(apply("^", X, constant(-1)), [0.0])
    assert evaluate(apply("^", X, Y), [-10.0, 309.0]) == -math.inf


def test_sums_keep_the_modellers_order() -> None:
    big, minus_big = constant(1e16), constant(-1e16)
    left_first = apply("+", apply("+", apply("+", X, big), ONE), minus_big)
    right_first = apply("+", X, apply("+", big, apply("+", ONE, minus_big)))
    assert evaluate(left_first, [1.0]) == (1.0 + 1e16 + 1.0) - 1e16
    assert evaluate(right_first, [1.0]) == 1.0 + (1e16 + (1.0 - 1e16))
    assert evaluate(apply("+", apply("+", constant(0.1), constant(0.2)), X), [0.3]) == 0.1 + 0.2 + 0.3


def test_a_sum_is_the_same_however_it_was_put_together() -> None:
    terms = [slot(index) for index in range(100)]
    step_by_step = terms[0]
    for term in terms[1:]:
        step_by_step = apply("+", step_by_step, term)
    assert step_by_step is apply("+", *terms)


def test_modelica_rounding() -> None:
    cases = {("div", -7, 3): -2, ("mod", -7, 3): 2, ("rem", -7, 3): -1, ("div", 7, -3): -2, ("mod", 7, -3): -2, ("rem", 7, -3): 1}
    for (operator, left, right), expected in cases.items():
        assert evaluate(apply(operator, X, Y), [left, right]) == expected
    assert evaluate(apply("integer", X), [-1.5]) == -2
    assert evaluate(apply("ceil", X), [-1.5]) == -1
    assert evaluate(apply("sign", X), [-0.0]) == 0
    with pytest.raises(ZeroDivisionError):
        evaluate(apply("mod", X, Y), [1.0, 0.0])


def test_only_the_branch_taken_is_evaluated() -> None:
    guarded = apply("if", apply("<>", X, ZERO), apply("/", ONE, X), ZERO)
    assert evaluate(guarded, [0.0]) == 0.0
    assert evaluate(guarded, [4.0]) == 0.25
    both = apply("and", apply(">", X, ZERO), apply(">", apply("log", X), ZERO))
    assert evaluate(both, [-1.0]) == 0.0
    either = apply("or", apply("<=", X, ZERO), apply(">", apply("log", X), ZERO))
    assert evaluate(either, [-1.0]) == 1.0


def test_wrong_operators_are_refused() -> None:
    with pytest.raises(ValueError, match="no operator"):
        apply("gamma", X)
    with pytest.raises(ValueError, match="takes 2"):
        apply("atan2", X)
    with pytest.raises(ValueError, match="not a number"):
        constant(math.nan)


def test_slots() -> None:
    expression = apply("+", slot(12), apply("*", slot(3), apply("sin", slot(12))))
    assert slots_of(expression) == (3, 12)
    assert slots_of(constant(4)) == ()


def test_substitution_is_simultaneous() -> None:
    expression = apply("-", X, apply("*", Y, Y))
    assert substitute(expression, {0: Y, 1: X}) is apply("-", Y, apply("*", X, X))
    assert substitute(apply("*", X, Y), {0: ZERO}) is ZERO


def test_canonical_shapes() -> None:
    resistor_1 = apply("-", slot(40), apply("*", slot(7), slot(12)))
    resistor_2 = apply("-", slot(3), apply("*", slot(99), slot(1)))
    shape_1, slots_1 = canonical([resistor_1])
    shape_2, slots_2 = canonical([resistor_2])
    assert shape_1 == shape_2
    assert (slots_1, slots_2) == ((40, 7, 12), (3, 99, 1))
    assert substitute(shape_2[0], {new: slot(old) for new, old in enumerate(slots_2)}) is resistor_2
    repeated, _ = canonical([apply("-", slot(3), apply("*", slot(3), slot(1)))])
    assert repeated != shape_1


def test_lifted_literals() -> None:
    def equation(gain: float, offset: float) -> Expr:
        return apply("+", apply("*", constant(gain), apply("^", X, constant(3))), constant(offset), apply("*", TWO, Y))

    (first,), first_values = lift_constants([equation(3.5, 3.5)], 2)
    (second,), second_values = lift_constants([equation(7.25, -4.0)], 2)
    assert first is second
    assert (first_values, second_values) == ((3.5, 3.5), (7.25, -4.0))
    assert evaluate(second, [1.5, 2.0, *second_values]) == evaluate(equation(7.25, -4.0), [1.5, 2.0])
    assert lift_constants([constant(9), ONE], 0) == ((slot(0), ONE), (9.0,))


@given(trees, points)
def test_lifting_keeps_the_value(tree: Tree, values: list[float]) -> None:
    expression = to_expression(tree)
    (lifted,), literals = lift_constants([expression], len(values))
    try:
        expected = evaluate(expression, values)
    except (ZeroDivisionError, ValueError):
        assume(False)
    assert evaluate(lifted, [*values, *literals]) == expected


@pytest.mark.parametrize("operator", ["-", "/", "+", "*", "if", "max"])
def test_deep_expressions(operator: str) -> None:
    depth = 10_000
    deep = X
    for index in range(depth):
        if operator == "if":
            deep = apply("if", apply("<", Y, constant(index)), apply("+", X, ONE), deep)
        elif operator in "+*":
            deep = apply(operator, apply("sin", slot(index % 3)), deep)
        else:
            deep = apply(operator, deep, slot(1 + index % 2))
    values = [1.0, 1.0, 1.0]
    assert math.isfinite(evaluate(deep, values))
    assert slots_of(deep) == (0, 1, 2) if operator != "if" else (0, 1)
    assert math.isfinite(evaluate(differentiate(deep, 1), values))
    assert slots_of(differentiate_in_time(deep, {0: 3, 1: 4}))
    assert substitute(deep, {0: Y, 1: X}) is not deep
    assert len(canonical([deep])[1]) == len(slots_of(deep))
    assert lift_constants([deep], 3)[0]
    assert len(expression_text(deep, "xyz")) > depth
    assert repr(deep).endswith("...")
    linear = solve_for(deep, Z, 0)
    assert (linear is not None) == (linear_parts(deep, 0) is not None)
