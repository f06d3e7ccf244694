"""Units as exponents of the base units of the SI, with factor and offset apart; and their algebra."""

from __future__ import annotations

from fractions import Fraction
from functools import reduce
from typing import Final

from mosila.dataclass import dataclass

BASE_SYMBOLS: Final = ("m", "kg", "s", "A", "K", "mol", "cd")
TOLERANCE: Final = 1e-9  # of decades: far below any two factors that are meant to differ, far above rounding

Exponents = tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Unit:
    """A value x in this unit is `x * 10^decades + offset` in base units; angles have no dimension.

    The factor is kept as a power of ten, so that prefixes are exact and no power of a unit is too large.
    """

    exponents: Exponents
    decades: float = 0.0
    offset: float = 0.0
    """Only of a unit that stands alone, as `degC`; in a product it means a difference and has none."""

    @property
    def is_dimensionless(self) -> bool:
        """Whether it is a number, an angle or a ratio."""
        return not any(self.exponents)

    @property
    def is_coherent(self) -> bool:
        """Whether it is a product of base units without a factor or an offset."""
        return abs(self.decades) <= TOLERANCE and self.offset == 0


ONE: Final = Unit((Fraction(0),) * len(BASE_SYMBOLS))
SECOND: Final = Unit(tuple(Fraction(symbol == "s") for symbol in BASE_SYMBOLS))


def multiply(*units: Unit) -> Unit:
    """The product; of no unit it is 1."""
    return reduce(_product, units, ONE)


def divide(numerator: Unit, denominator: Unit) -> Unit:
    """The quotient."""
    return _product(numerator, power(denominator, Fraction(-1)))


def power(unit: Unit, exponent: Fraction | int) -> Unit:
    """The unit raised to a rational power."""
    return Unit(tuple(exponent * each for each in unit.exponents), unit.decades * float(exponent))


def root(unit: Unit, degree: int) -> Unit:
    """The unit whose power of that degree is the given one."""
    return power(unit, Fraction(1, degree))


def have_same_dimension(left: Unit, right: Unit) -> bool:
    """Whether values in the two can be compared at all."""
    return left.exponents == right.exponents


def have_same_scale(left: Unit, right: Unit) -> bool:
    """Whether a difference of 1 means the same in both."""
    return left.exponents == right.exponents and abs(left.decades - right.decades) <= TOLERANCE


def conversion_factor(source: Unit, target: Unit) -> float:
    """How many of the target unit one of the source unit is, offsets apart; both have the same dimension."""
    decades = source.decades - target.decades
    return float(10.0**decades) if abs(decades) < 300 else float("inf") if decades > 0 else 0.0


def _product(left: Unit, right: Unit) -> Unit:
    return Unit(tuple(a + b for a, b in zip(left.exponents, right.exponents, strict=True)), left.decades + right.decades)
