"""The text of a unit -> the unit, or what is wrong with the text; the syntax is that of chapter 19 of the Modelica specification.

expression = numerator ["/" denominator]        numerator   = "1" | factor {"." factor} | "(" expression ")"
factor     = symbol [exponent]                  denominator = factor | "(" expression ")"
exponent   = ["+" | "-"] (digits | "(" digits "/" digits ")")
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from typing import Final

from mosila.dataclass import dataclass
from mosila.units.suggest import suggest_symbol
from mosila.units.symbols import find_symbol
from mosila.units.unit import ONE, Unit, divide, multiply, power

_SYMBOL: Final = re.compile(r"[^\s\d./()+*^-]+")
_EXPONENT: Final = re.compile(r"([+-]?)(?:(\d{1,3})(?!\d)|\((\d{1,3})/(\d{1,3})\))")
_DEEPEST: Final = 20

_ADVICE: Final = {
    " ": "leave out the blank; a product is written with a dot: `N.m`",
    "*": "write a product with a dot: `N.m`",
    "^": "write the exponent behind the symbol: `m2`, `s-1`",
    "-": "write the exponent behind the symbol: `s-1`",
    "+": "write the exponent behind the symbol: `m2`",
    "/": "a unit has one `/`; put what is below it in parentheses: `W/(m2.K)`",
    ".": "only a factor can follow a dot; put what is below the `/` in parentheses: `W/(m2.K)`",
    ")": "a `)` needs a `(` before it",
}


@dataclass(frozen=True, slots=True)
class MalformedUnit:
    """A text that is no unit: why, and what to write."""

    why: str
    advice: str


@dataclass(frozen=True, slots=True)
class UnknownSymbol:
    """A text of the right form with a symbol that means nothing, and a symbol or product that may be meant."""

    symbol: str
    suggestion: str


class _UnitTextError(Exception):
    def __init__(self, problem: MalformedUnit | UnknownSymbol) -> None:
        super().__init__(problem)
        self.problem = problem


@lru_cache(maxsize=4096)
def parse_unit(text: str) -> Unit | MalformedUnit | UnknownSymbol:
    """The unit that a text means."""
    reader = _Reader(text)
    try:
        unit = reader.expression(0)
        if reader.place < len(text):
            raise reader.unexpected("nothing")
    except _UnitTextError as error:
        return error.problem
    return unit


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.place = 0

    def take(self, character: str) -> bool:
        if self.text.startswith(character, self.place):
            self.place += 1
            return True
        return False

    def expression(self, depth: int) -> Unit:
        numerator = self.numerator(depth)
        return divide(numerator, self.denominator(depth)) if self.take("/") else numerator

    def numerator(self, depth: int) -> Unit:
        if self.take("("):
            return self.parenthesis(depth)
        if self.text.startswith("1", self.place) and not self.text[self.place + 1 : self.place + 2].isdigit():
            self.place += 1
            return ONE
        factors = [self.factor()]
        while self.take("."):
            factors.append(self.factor())
        return factors[0] if len(factors) == 1 else multiply(*factors)

    def denominator(self, depth: int) -> Unit:
        return self.parenthesis(depth) if self.take("(") else self.factor()

    def parenthesis(self, depth: int) -> Unit:
        if depth >= _DEEPEST:
            raise _UnitTextError(MalformedUnit("its parentheses are nested too deeply", "write it with fewer parentheses"))
        inner = self.expression(depth + 1)
        if not self.take(")"):
            raise self.unexpected("`)`")
        return inner

    def factor(self) -> Unit:
        found = _SYMBOL.match(self.text, self.place)
        if found is None:
            raise self.unexpected("the symbol of a unit")
        unit = find_symbol(found.group())
        if unit is None:
            raise _UnitTextError(UnknownSymbol(found.group(), suggest_symbol(found.group())))
        self.place = found.end()
        exponent = self.exponent()
        return unit if exponent == 1 else power(unit, exponent)

    def exponent(self) -> Fraction:
        found = _EXPONENT.match(self.text, self.place)
        if found is None:
            return Fraction(1)
        sign, whole, numerator, denominator = found.groups()
        if denominator is not None and int(denominator) == 0:
            raise _UnitTextError(MalformedUnit("the denominator of an exponent is zero", "write an exponent such as `(1/2)`"))
        self.place = found.end()
        size = Fraction(int(whole)) if whole is not None else Fraction(int(numerator), int(denominator))
        return -size if sign == "-" else size

    def unexpected(self, wanted: str) -> _UnitTextError:
        here = self.text[self.place : self.place + 1]
        if not here:
            return _UnitTextError(MalformedUnit(f"it ends where {wanted} is expected", "complete it, for example `N.m` or `W/(m2.K)`"))
        advice = _ADVICE.get(" " if here.isspace() else here, "write a unit such as `N.m`, `kg/m3` or `1`")
        return _UnitTextError(MalformedUnit(f"it cannot go on with `{self.text[self.place :]}`", advice))
