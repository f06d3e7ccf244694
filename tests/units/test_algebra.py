"""Arithmetic with units: a group under multiplication, powers and roots, factors and offsets apart."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mosila.units import ONE, Unit, conversion_factor, divide, have_same_dimension, have_same_scale, multiply, parse_unit, power, root
from mosila.units.symbols import PLAIN, PREFIXABLE, PREFIXES
from mosila.units.unit import BASE_SYMBOLS

SYMBOLS = sorted({*PREFIXABLE, *PLAIN})


def unit(text: str) -> Unit:
    """The unit of a text that is right."""
    found = parse_unit(text)
    assert isinstance(found, Unit), f"{text}: {found}"
    return found


exponents = st.fractions(min_value=-6, max_value=6, max_denominator=4)
units = st.builds(
    Unit,
    st.tuples(*[exponents] * len(BASE_SYMBOLS)),
    st.floats(min_value=-40, max_value=40, allow_nan=False),
)


def same(left: Unit, right: Unit) -> bool:
    return have_same_scale(left, right) and left.offset == right.offset


@given(units, units, units)
def test_multiplication_is_commutative_and_associative(a: Unit, b: Unit, c: Unit) -> None:
    assert same(multiply(a, b), multiply(b, a))
    assert same(multiply(multiply(a, b), c), multiply(a, multiply(b, c)))
    assert same(multiply(a, b, c), multiply(multiply(a, b), c))


@given(units, units)
def test_division_undoes_multiplication(a: Unit, b: Unit) -> None:
    assert same(divide(multiply(a, b), b), a)
    assert same(divide(a, a), ONE)
    assert same(multiply(a, ONE), a)
    assert multiply() == ONE


@given(units, exponents, exponents)
def test_powers_add_and_multiply(a: Unit, p: Fraction, q: Fraction) -> None:
    assert same(multiply(power(a, p), power(a, q)), power(a, p + q))
    assert same(power(power(a, p), q), power(a, p * q))
    assert same(power(a, 0), ONE)


@given(units, st.integers(min_value=1, max_value=6))
def test_a_root_undoes_a_power(a: Unit, degree: int) -> None:
    assert same(root(power(a, degree), degree), a)
    assert same(power(root(a, degree), degree), a)


@given(units, units)
def test_conversion_there_and_back(a: Unit, b: Unit) -> None:
    other = Unit(a.exponents, b.decades)
    assert conversion_factor(a, other) * conversion_factor(other, a) == pytest.approx(1)


def test_an_enormous_factor_is_no_fault() -> None:
    huge = unit("Qm999")
    assert have_same_scale(power(huge, 2), multiply(huge, huge))
    assert conversion_factor(huge, Unit(huge.exponents)) == math.inf
    assert conversion_factor(Unit(huge.exponents), huge) == 0


def test_an_offset_is_gone_in_a_product() -> None:
    assert unit("degC").offset == 273.15
    assert multiply(unit("degC"), unit("W")).offset == 0
    assert unit("W/degC") == unit("W/K")
    assert power(unit("degC"), 1).offset == 0


def test_dimension_and_scale_are_different_questions() -> None:
    assert have_same_dimension(unit("km"), unit("m"))
    assert not have_same_scale(unit("km"), unit("m"))
    assert have_same_scale(unit("degC"), unit("K"))
    assert not have_same_dimension(unit("m"), unit("s"))


@pytest.mark.parametrize("prefix", PREFIXES)
def test_a_prefix_is_an_exact_power_of_ten(prefix: str) -> None:
    assert unit(f"{prefix}V").decades == PREFIXES[prefix]
    assert have_same_scale(power(unit(f"{prefix}V"), 7), unit(f"{prefix}V7"))


@given(st.sampled_from(SYMBOLS), st.sampled_from(SYMBOLS), st.integers(-5, 5), st.integers(-5, 5))
def test_texts_multiply_as_units_do(left: str, right: str, p: int, q: int) -> None:
    product = multiply(power(unit(left), p), power(unit(right), q))
    assert same(unit(f"{left}{p}.{right}{q}"), product)
    assert same(unit(f"{left}{p}/{right}{-q}"), product)
    assert same(unit(f"1/({left}{-p}.{right}{-q})"), product)
