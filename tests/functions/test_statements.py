"""Every statement: interpreted, compiled, and as plain Python."""

from __future__ import annotations

import math
from collections.abc import Callable

import pytest

from mosila.codegen.shapes import Kernels
from mosila.functions.definition import Assign, AssignCall, AssignElement, Break, Check, For, If, Return, While
from mosila.functions.function import Function
from mosila.symbolic import Expr, apply, call, constant, element, output, slot
from tests.functions.building import X, Y, Z, add, compare, divide, first, function, multiply, run_function, run_shape, subtract

Plain = Callable[..., list[float]]


@pytest.fixture(scope="module")
def kernels() -> Kernels:
    return Kernels()


def factorial() -> Function:
    made = function(
        "Test.factorial",
        1,
        1,
        2,
        lambda: (
            If(
                ((compare(X, "<=", 1), (Assign(1, constant(1)),)),),
                (Assign(1, multiply(X, first(made, subtract(X, 1)))),),
            ),
        ),
        discrete=(0, 1),
    )
    return made


def ackermann() -> Function:
    made = function(
        "Test.ackermann",
        2,
        1,
        3,
        lambda: (
            If(
                (
                    (compare(X, "==", 0), (Assign(2, add(Y, 1)),)),
                    (compare(Y, "==", 0), (Assign(2, first(made, subtract(X, 1), 1)),)),
                ),
                (Assign(2, first(made, subtract(X, 1), first(made, X, subtract(Y, 1)))),),
            ),
        ),
        discrete=(0, 1, 2),
    )
    return made


def even() -> Function:
    """Mutual recursion: even(n) asks odd(n - 1), which asks even(n - 2)."""
    made = function(
        "Test.even",
        1,
        1,
        2,
        lambda: (If(((compare(X, "==", 0), (Assign(1, constant(1)), Return())),)), Assign(1, first(odd, subtract(X, 1)))),
        discrete=(0, 1),
    )
    odd = function(
        "Test.odd",
        1,
        1,
        2,
        lambda: (If(((compare(X, "==", 0), (Assign(1, constant(0)), Return())),)), Assign(1, first(made, subtract(X, 1)))),
        discrete=(0, 1),
    )
    return made


def square_root() -> Function:
    """Newton's iteration in a while loop."""
    guess = Y
    better = multiply(0.5, add(guess, divide(X, guess)))
    return function(
        "Test.squareRoot",
        1,
        1,
        3,
        (
            Assign(1, add(X, 1)),
            Assign(2, constant(1)),
            While(
                compare(Z, ">", 1e-14),
                (
                    Assign(2, apply("abs", divide(subtract(better, guess), guess))),
                    Assign(1, better),
                ),
            ),
        ),
    )


TABLE = (0.0, 1.0, 4.0, 9.0, 16.0)


def look_up() -> Function:
    """Linear interpolation in a table that a loop fills: input x, output y, locals i (slot 2) and the table (3 to 7)."""
    place = apply("min", apply("floor", X), constant(3))
    low, high = element(3, 5, place), element(3, 5, add(place, 1))
    return function(
        "Test.lookUp",
        1,
        1,
        8,
        (
            For(2, constant(0), constant(1), constant(4), (AssignElement(3, 5, Z, multiply(Z, Z)),)),
            Assign(1, add(low, multiply(subtract(X, place), subtract(high, low)))),
        ),
        discrete=(2,),
    )


def sorted_three() -> Function:
    """Bubble sort of three inputs in the outputs, which are chosen by an index."""
    i = slot(6)
    swap = (
        Assign(7, element(3, 3, i)),
        AssignElement(3, 3, i, element(3, 3, add(i, 1))),
        AssignElement(3, 3, add(i, 1), slot(7)),
    )
    passes = For(6, constant(0), constant(1), constant(1), (If(((compare(element(3, 3, i), ">", element(3, 3, add(i, 1))), swap),)),))
    outer = For(8, constant(1), constant(1), constant(2), (passes,))
    return function("Test.sort", 3, 3, 9, (Assign(3, X), Assign(4, Y), Assign(5, Z), outer), discrete=(6, 8))


def first_multiple() -> Function:
    """The first number from 1 on whose product with x is above y: break out of a loop, from the end backwards too."""
    i = slot(4)
    body = (If(((compare(multiply(i, X), ">", Y), (Assign(2, i), Break())),)),)
    down = (If(((compare(multiply(i, X), "<=", Y), (Break(),)),)), Assign(3, i))
    return function(
        "Test.firstMultiple",
        2,
        2,
        5,
        (For(4, constant(1), constant(1), constant(100), body), For(4, constant(100), constant(-1), constant(1), down)),
        discrete=(2, 3, 4),
    )


def polar() -> Function:
    return function("Test.polar", 2, 2, 4, (Assign(2, apply("sqrt", add(multiply(X, X), multiply(Y, Y)))), Assign(3, apply("atan2", Y, X))))


def through_polar() -> Function:
    """All outputs of a call at once, one of them not wanted, the other used twice."""
    both = call(polar(), (X, Y))
    return function(
        "Test.through", 2, 1, 5, (AssignCall((3, 4), both), AssignCall((None, 2), both), Assign(2, add(slot(2), slot(3), slot(4))))
    )


def real_range() -> Function:
    """A loop over reals whose bounds change within: they are found once."""
    return function(
        "Test.range", 2, 1, 5, (Assign(3, Y), For(4, X, constant(0.1), slot(3), (Assign(2, add(Z, slot(4))), Assign(3, constant(0)))))
    )


def chosen() -> Function:
    """A call within a condition within a formula."""
    root = apply("if", compare(X, ">", 0), first(square_root(), X), first(polar(), X, Y))
    return function("Test.chosen", 2, 1, 3, (Assign(2, add(root, apply("if", compare(root, ">", 2), root, constant(0)))),))


def _sorted(*numbers: float) -> list[float]:
    return sorted(numbers)


def _look_up(x: float) -> list[float]:
    place = min(math.floor(x), 3)
    return [TABLE[place] + (x - place) * (TABLE[place + 1] - TABLE[place])]


def _ackermann(m: float, n: float) -> float:
    if m == 0:
        return n + 1
    return _ackermann(m - 1, 1) if n == 0 else _ackermann(m - 1, _ackermann(m, n - 1))


def _first_multiple(x: float, y: float) -> list[float]:
    return [next(i for i in range(1, 101) if i * x > y)] * 2


def _chosen(x: float, y: float) -> list[float]:
    root = math.sqrt(x) if x > 0 else math.hypot(x, y)
    return [root + (root if root > 2 else 0)]


CASES: list[tuple[Callable[[], Function], Plain, list[list[float]]]] = [
    (factorial, lambda n: [float(math.factorial(int(n)))], [[0], [1], [5], [20]]),
    (ackermann, lambda m, n: [_ackermann(m, n)], [[0, 0], [1, 3], [2, 3], [3, 3]]),
    (even, lambda n: [float(n % 2 == 0)], [[0], [7], [150]]),
    (square_root, lambda x: [math.sqrt(x)], [[2], [1e-3], [1e6]]),
    (look_up, _look_up, [[0], [0.5], [2.25], [4]]),
    (sorted_three, _sorted, [[3, 2, 1], [1, 3, 2], [2, 2, 1]]),
    (first_multiple, _first_multiple, [[3, 10], [1, 50]]),
    (polar, lambda x, y: [math.hypot(x, y), math.atan2(y, x)], [[3, 4], [-1, 0.5]]),
    (through_polar, lambda x, y: [math.hypot(x, y) + 2 * math.atan2(y, x)], [[3, 4], [-1, 0.5]]),
    (real_range, lambda x, y: [sum(x + 0.1 * k for k in range(round((y - x) / 0.1) + 1))], [[0, 0.3], [1, 2.5], [1, 0.9]]),
    (chosen, _chosen, [[9, 0], [2, 0], [-3, 4], [-1, 1]]),
]


@pytest.mark.parametrize(("make", "plain", "rows"), CASES, ids=[make.__name__ for make, _, _ in CASES])
def test_interpreted_compiled_and_plain_agree(
    kernels: Kernels, make: Callable[[], Function], plain: Plain, rows: list[list[float]]
) -> None:
    made = make()
    compiled = run_function(kernels, made, rows)
    for row, outputs in zip(rows, compiled, strict=True):
        expected = plain(*row)
        assert list(made.evaluate(row)) == pytest.approx(expected, rel=1e-12)
        assert outputs == pytest.approx(expected, rel=1e-12)


def test_literal_arguments_are_folded() -> None:
    assert first(factorial(), 5) is constant(120)
    assert first(square_root(), -1).operator == "output"
    assert first(function("Test.noise", 1, 1, 2, (Assign(1, X),), is_pure=False), 1).operator == "output"


def test_what_takes_long_is_not_folded(kernels: Kernels) -> None:
    long = function("Test.long", 1, 1, 3, (For(2, constant(1), constant(1), constant(200_000), (Assign(1, add(Y, X)),)),))
    called = first(long, 1)
    assert called.operator == "output"
    assert run_shape(kernels, [called], [[0.0]]) == [[200_000.0]]


def test_one_call_for_all_outputs_that_a_shape_uses(kernels: Kernels) -> None:
    from mosila.codegen.shapes import Shape, c_text

    called = call(polar(), (X, Y))
    exprs: list[Expr] = [output(called, 0), multiply(output(called, 0), output(called, 1))]
    text = c_text((Shape(tuple(exprs), 2),))
    assert text.count(f"{polar().key}(ac") == 1
    assert run_shape(kernels, exprs, [[3, 4]]) == [pytest.approx([5.0, 5.0 * math.atan2(4, 3)])]


def test_a_condition_guards_a_call(kernels: Kernels) -> None:
    refusing = function("Test.positive", 1, 1, 2, (Check(compare(X, ">", 0), ("x is ", X)), Assign(1, X)))
    guarded = apply("if", compare(X, ">", 0), first(refusing, X), constant(-1))
    assert run_shape(kernels, [guarded], [[2.0], [-2.0]]) == [[2.0], [-1.0]]


def test_large_arrays_of_locals(kernels: Kernels) -> None:
    size = 20_000
    fill = For(2, constant(0), constant(1), constant(size - 1), (AssignElement(3, size, slot(2), multiply(slot(2), X)),))
    made = function("Test.large", 1, 1, 3 + size, (fill, Assign(1, element(3, size, subtract(size, X)))), discrete=(2,))
    assert run_function(kernels, made, [[2.0]]) == [[2.0 * (size - 2)]]
    assert made.evaluate([2.0]) == (2.0 * (size - 2),)


def test_names_depend_on_content_alone() -> None:
    assert factorial().key == factorial().key
    assert even().key == even().key
    assert len({make().key for make, _, _ in CASES}) == len(CASES)
    other = function("Test.polar", 2, 2, 4, (Assign(2, X), Assign(3, Y)))
    assert other.key != polar().key
