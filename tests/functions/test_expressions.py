"""Calls as nodes of the graph: every pass over expressions knows them."""

from __future__ import annotations

import pytest

from mosila.codegen.shapes import Shape, make_shape
from mosila.functions.definition import Assign
from mosila.functions.function import Function
from mosila.symbolic import (
    apply,
    call,
    canonical,
    constant,
    element,
    evaluate,
    expression_text,
    is_linear_in,
    lift_constants,
    output,
    postorder,
    slot,
    slots_of,
    solve_for,
    substitute,
)
from mosila.symbolic.expression import text
from tests.functions.building import X, Y, Z, add, compare, first, function, multiply


@pytest.fixture
def twice() -> Function:
    return function("Test.twice", 1, 1, 2, (Assign(1, multiply(2, X)),))


@pytest.fixture
def both() -> Function:
    return function("Test.both", 2, 2, 4, (Assign(2, add(X, Y)), Assign(3, multiply(X, Y))))


def test_equal_calls_are_one_node(twice: Function, both: Function) -> None:
    assert first(twice, X) is first(twice, X)
    assert first(twice, X) is not first(twice, Y)
    called = call(both, (X, Y))
    assert [node for node in postorder((output(called, 0), output(called, 1))) if node.operator == "call"] == [called]


def test_calls_may_have_no_value(twice: Function) -> None:
    assert not first(twice, X).total
    assert multiply(0, first(twice, X)) is not constant(0)
    assert apply("-", first(twice, X), first(twice, X)) is not constant(0)


def test_slots_and_substitution(both: Function) -> None:
    expression = add(output(call(both, (slot(4), slot(2))), 1), slot(7))
    assert slots_of(expression) == (2, 4, 7)
    shape, old = make_shape((expression,))
    assert old == (4, 2, 7)
    assert shape.exprs == (add(output(call(both, (X, Y)), 1), Z),)
    assert canonical(shape.exprs)[0] == shape.exprs
    assert substitute(expression, {4: constant(3), 2: constant(5), 7: constant(1)}) is constant(16)
    assert evaluate(expression, [0, 0, 5, 0, 3, 0, 0, 1]) == 16


def test_literals_are_lifted_out_of_calls(both: Function) -> None:
    lifted, values = lift_constants((output(call(both, (X, constant(7.5))), 0),), 1)
    assert lifted == (output(call(both, (X, Y)), 0),)
    assert values == (7.5,)


def test_calls_are_opaque_to_solving(twice: Function) -> None:
    assert not is_linear_in(first(twice, X), 0)
    assert solve_for(first(twice, X), Y, 0) is None
    found = solve_for(first(twice, X), multiply(2, Y), 1)
    assert found is not None
    assert evaluate(found.expression, [3.0]) == 3.0


def test_text_for_people(twice: Function, both: Function) -> None:
    names = ["x", "y", "z"]
    assert expression_text(add(first(twice, add(X, 1)), Y), names) == "Test.twice(x + 1) + y"
    assert expression_text(multiply(output(call(both, (X, Y)), 1), Z), names) == "Test.both(x, y)[2]*z"
    assert expression_text(element(1, 2, X), names) == "y[1 + x]"
    assert "Test.twice" in repr(first(twice, X))


def test_shapes_are_told_apart_by_what_they_call(twice: Function, both: Function) -> None:
    same = function("Test.twice", 1, 1, 2, (Assign(1, multiply(2, X)),))
    other = function("Test.twice", 1, 1, 2, (Assign(1, multiply(3, X)),))
    name = Shape((first(twice, X),), 1).name
    assert name == Shape((first(same, X),), 1).name
    assert name != Shape((first(other, X),), 1).name
    assert Shape((output(call(both, (X, Y)), 0),), 2).name != Shape((output(call(both, (X, Y)), 1),), 2).name


def test_wrong_operands_are_refused(both: Function) -> None:
    with pytest.raises(ValueError, match="takes 2 numbers"):
        call(both, (X,))
    with pytest.raises(ValueError, match="takes 2 numbers"):
        call(both, (X, text("y")))
    with pytest.raises(ValueError, match="has 2 outputs"):
        output(call(both, (X, Y)), 2)


def test_an_element_that_is_known_is_a_slot() -> None:
    assert element(3, 4, constant(2)) is slot(5)
    assert element(3, 4, constant(4)).operator == "element"


def test_only_the_branch_taken_is_called(twice: Function) -> None:
    refusing = function("Test.refusing", 1, 1, 2, (Assign(1, apply("/", constant(1), constant(0))),))
    choice = apply("if", compare(X, ">", 0), first(twice, X), first(refusing, X))
    assert evaluate(choice, [2.0]) == 4.0
