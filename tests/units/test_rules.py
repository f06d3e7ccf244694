"""Units go through expressions as numbers do when the base units are changed; what does not is a conflict."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from mosila.flat.unit_rules import NUMBER, RULES, UNKNOWN, Conflict, Difference, Measure, find_conflict, literal_measure, measure_of
from mosila.instance.plan import Template
from mosila.symbolic import Expr, apply, constant, evaluate, slot
from mosila.symbolic.expression import FUNCTIONS, OPERATORS
from mosila.units import Unit, have_same_scale
from tests.units.test_algebra import unit

TEXTS = ("m", "m2", "s", "m/s", "1", "1/s")
SLOTS = [Measure(unit(text), text, is_point=True) for text in TEXTS]
LENGTH, AREA, TIME, SPEED, RATIO, RATE = (slot(number) for number in range(len(TEXTS)))


def declared(text: str) -> Measure:
    return Measure(unit(text), text, is_point=True)


def result(expression: Expr, slots: list[Measure] = SLOTS) -> Measure:
    found = measure_of(expression, slots)
    assert isinstance(found, Measure), found
    return found


def conflict(expression: Expr, slots: list[Measure] = SLOTS) -> Conflict:
    found = measure_of(expression, slots)
    assert isinstance(found, Conflict), found
    return found


def grow(inner: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    two = st.tuples(inner, inner)
    return st.one_of(
        *(st.builds(lambda pair, name=name: apply(name, *pair), two) for name in ("+", "-", "*", "/", "min", "max")),
        st.builds(lambda x: apply("neg", x), inner),
        st.builds(lambda x: apply("abs", x), inner),
        st.builds(lambda x: apply("*", constant(0.5), x), inner),
        st.builds(lambda x: apply("^", x, constant(2)), inner),
        st.builds(lambda x: apply("sqrt", apply("*", x, x)), inner),
        st.builds(lambda x: apply("sin", x), inner),
    )


expressions = st.recursive(st.sampled_from([slot(number) for number in range(len(TEXTS))]), grow, max_leaves=8)
values = st.lists(st.floats(0.5, 2), min_size=len(TEXTS), max_size=len(TEXTS))


@given(expressions, values, st.floats(0.5, 3), st.floats(0.5, 3))
def test_a_value_changes_with_the_base_units_as_its_unit_says(expression: Expr, numbers: list[float], metre: float, second: float) -> None:
    found = measure_of(expression, SLOTS)
    if isinstance(found, Conflict) or found.fits_all:
        return
    assert found.unit is not None

    def scale(of: Unit) -> float:
        return metre ** float(of.exponents[0]) * second ** float(of.exponents[2])

    scaled = [number * scale(each.unit) for number, each in zip(numbers, SLOTS, strict=True) if each.unit is not None]
    try:
        before, after = evaluate(expression, numbers), evaluate(expression, scaled)
    except (ValueError, ZeroDivisionError):
        assume(False)
    assume(math.isfinite(before) and 1e-6 < abs(before) < 1e6)
    assert after == pytest.approx(before * scale(found.unit), rel=1e-6)


@given(expressions, st.sampled_from(range(len(TEXTS))))
def test_a_conflict_is_a_real_difference(expression: Expr, number: int) -> None:
    found = find_conflict(Template(expression, slot(number)), SLOTS)
    if found is not None:
        assert found.left_measure.unit is not None
        assert found.right_measure.unit is not None
        assert not have_same_scale(found.left_measure.unit, found.right_measure.unit)


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        (apply("*", LENGTH, LENGTH), "m2"),
        (apply("/", LENGTH, TIME), "m/s"),
        (apply("/", constant(1), TIME), "1/s"),
        (apply("*", constant(2), LENGTH), "m"),
        (apply("+", LENGTH, constant(7.3)), "m"),
        (apply("^", LENGTH, constant(2)), "m2"),
        (apply("^", LENGTH, constant(-0.5)), "1/m(1/2)"),
        (apply("^", LENGTH, constant(1 / 3)), "m(1/3)"),
        (apply("^", RATIO, RATIO), "1"),
        (apply("sqrt", AREA), "m"),
        (apply("sin", RATIO), "1"),
        (apply("sign", SPEED), "1"),
        (apply("atan2", LENGTH, apply("sqrt", AREA)), "1"),
        (apply("mod", LENGTH, constant(3)), "m"),
        (apply("div", LENGTH, TIME), "m/s"),
        (apply("floor", LENGTH), "m"),
        (apply("min", LENGTH, apply("*", SPEED, TIME)), "m"),
        (apply("if", apply("<", TIME, constant(1)), LENGTH, constant(0)), "m"),
    ],
)
def test_results(expression: Expr, text: str) -> None:
    assert result(expression).text == text


@pytest.mark.parametrize(
    "expression",
    [
        apply("*", constant(9.81), TIME),
        apply("/", TIME, constant(3600)),
        apply("^", LENGTH, RATIO),
        apply("^", LENGTH, constant(math.pi)),
        apply("<", LENGTH, LENGTH),
        apply("not", RATIO),
        apply("*", slot(6), LENGTH),
    ],
)
def test_what_is_not_known(expression: Expr) -> None:
    assert result(expression, [*SLOTS, UNKNOWN]) is UNKNOWN


@pytest.mark.parametrize(
    ("expression", "operator", "units"),
    [
        (apply("+", LENGTH, TIME), "+", ("m", "s")),
        (apply("+", constant(1), LENGTH, SPEED), "+", ("m", "m/s")),
        (apply("-", LENGTH, AREA), "-", ("m", "m2")),
        (apply("<", LENGTH, TIME), "<", ("m", "s")),
        (apply("==", LENGTH, TIME), "==", ("m", "s")),
        (apply("if", slot(4), LENGTH, TIME), "if", ("m", "s")),
        (apply("max", LENGTH, TIME), "max", ("m", "s")),
        (apply("rem", LENGTH, TIME), "rem", ("m", "s")),
        (apply("atan2", LENGTH, TIME), "atan2", ("m", "s")),
        (apply("exp", LENGTH), "exp", ("m", "1")),
        (apply("log", apply("*", LENGTH, LENGTH)), "log", ("m2", "1")),
        (apply("^", constant(2), LENGTH), "^", ("m", "1")),
        (apply("+", apply("sin", RATIO), LENGTH), "+", ("1", "m")),
        (apply("*", TIME, apply("+", LENGTH, TIME)), "+", ("m", "s")),
    ],
)
def test_conflicts(expression: Expr, operator: str, units: tuple[str, str]) -> None:
    found = conflict(expression)
    assert found.operator == operator
    assert (found.left_measure.text, found.right_measure.text) == units
    assert found.difference is Difference.DIMENSION


def test_scales_and_zeros() -> None:
    km, celsius, kelvin, degree = (declared(text) for text in ("km", "degC", "K", "deg"))
    x, y = slot(0), slot(1)
    assert conflict(apply("+", x, y), [km, declared("m")]).difference is Difference.SCALE
    assert conflict(apply("sin", x), [degree]).operator == "sin"
    equal = Template(x, y)
    unequal = find_conflict(equal, [celsius, kelvin])
    assert unequal is not None
    assert unequal.difference is Difference.ZERO
    assert find_conflict(equal, [celsius, celsius]) is None
    assert find_conflict(Template(x, apply("-", y, constant(273.15))), [celsius, kelvin]) is None
    assert find_conflict(Template(x, apply("+", x, y)), [celsius, kelvin]) is None
    assert find_conflict(Template(apply("-", x, slot(2)), y), [celsius, kelvin, celsius]) is None


def test_an_unknown_term_does_not_hide_the_others() -> None:
    expression = apply("+", slot(0), slot(1), slot(2))
    assert result(expression, [UNKNOWN, declared("m"), UNKNOWN]).text == "m"
    assert conflict(expression, [declared("s"), UNKNOWN, declared("m")])


def test_branches_of_an_if_equation_are_equations_of_their_own() -> None:
    choice = apply("if", slot(4), apply("-", LENGTH, AREA), TIME)
    found = find_conflict(Template(constant(0), choice), SLOTS)
    assert found is not None
    assert found.operator == "="
    fine = apply("if", slot(4), apply("-", LENGTH, LENGTH), apply("if", slot(4), AREA, TIME))
    assert find_conflict(Template(constant(0), fine), SLOTS) is None
    nested = apply("if", slot(4), apply("neg", fine), LENGTH)
    assert find_conflict(Template(constant(0), nested), SLOTS) is None
    assert find_conflict(Template(LENGTH, apply("if", slot(4), LENGTH, TIME)), SLOTS) is not None


@pytest.mark.parametrize("value", [0, 1, -1, 2, 9, 0.5, 1 / 3, 0.25, -0.2])
def test_numbers_of_formulas(value: float) -> None:
    assert literal_measure(value) is NUMBER


@pytest.mark.parametrize("value", [10, 0.1, 60, 3600, 9.81, 273.15, 1e-3, 1.8, math.pi, 1e300, 5e-324])
def test_literals_that_may_carry_a_unit(value: float) -> None:
    assert literal_measure(value) is UNKNOWN


def test_every_operator_has_a_rule_or_gives_truth_or_is_made_of_a_row() -> None:
    assert (OPERATORS | FUNCTIONS) - set(RULES) == {"and", "or", "not", "delay", "delay_rate", "delay_gain"}


def test_an_exponent_is_read_as_a_fraction() -> None:
    found = result(apply("^", LENGTH, constant(0.35)))
    assert found.unit is not None
    assert found.unit.exponents[0] == Fraction(7, 20)
