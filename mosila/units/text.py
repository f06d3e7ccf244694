"""Units -> texts, as short as the symbols allow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from functools import lru_cache

from mosila.units.symbols import DERIVED, PLAIN, PREFIXABLE, PREFIXES
from mosila.units.unit import BASE_SYMBOLS, Unit, divide, have_same_scale, power

_Factors = tuple[tuple[str, Fraction], ...]


@lru_cache(maxsize=4096)
def unit_text(unit: Unit) -> str:
    """The text of a unit; a factor that no symbol has stands before it as a number, which `parse_unit` does not read."""
    if unit.is_coherent:
        return _written(_factors(unit))
    named = next((symbol for symbol, known in _scaled_symbols() if known.offset == unit.offset and have_same_scale(known, unit)), None)
    if named is not None:
        return named
    number = f"{10.0**unit.decades:.6g}" if abs(unit.decades) < 300 else f"1e{unit.decades:.0f}"
    rest = _written(_factors(Unit(unit.exponents)))
    return number + rest[1:] if rest.startswith("1") else f"{number}*{rest}"


def _factors(unit: Unit) -> _Factors:
    """The fewest symbols whose product it is: base symbols, or one derived symbol and base symbols."""
    plain = _base_factors(unit)
    named = [
        ((symbol, exponent), *_base_factors(divide(unit, power(derived, exponent))))
        for exponent in (Fraction(1), Fraction(-1), Fraction(2), Fraction(-2))
        for symbol, derived in DERIVED.items()
    ]
    best = min(named, key=lambda factors: (len(factors), sum(abs(exponent) for _, exponent in factors)))
    return best if len(best) < len(plain) else plain


def _base_factors(unit: Unit) -> _Factors:
    pairs = zip(BASE_SYMBOLS, unit.exponents, strict=True)
    factors = [(symbol, exponent) for symbol, exponent in pairs if exponent]
    return tuple(sorted(factors, key=lambda factor: factor[0] != "kg"))


def _written(factors: _Factors) -> str:
    above = [_factor_text(symbol, exponent) for symbol, exponent in factors if exponent > 0]
    below = [_factor_text(symbol, -exponent) for symbol, exponent in factors if exponent < 0]
    text = ".".join(above) or "1"
    if not below:
        return text
    return f"{text}/{below[0]}" if len(below) == 1 else f"{text}/({'.'.join(below)})"


def _factor_text(symbol: str, exponent: Fraction) -> str:
    if exponent == 1:
        return symbol
    return f"{symbol}{exponent}" if exponent.denominator == 1 else f"{symbol}({exponent})"


def _scaled_symbols() -> Iterator[tuple[str, Unit]]:
    """Single symbols in the order in which texts prefer them: common prefixes of the SI's own, then the rest."""
    for prefix in ("k", "m", "M", "u", "G", "n", "p"):
        yield from _prefixed(prefix, ("m", "s", *DERIVED))
    yield "g", PREFIXABLE["g"]
    yield from PLAIN.items()
    yield from ((symbol, unit) for symbol, unit in PREFIXABLE.items() if not unit.is_coherent)


def _prefixed(prefix: str, symbols: Iterable[str]) -> Iterator[tuple[str, Unit]]:
    for symbol in symbols:
        unit = PREFIXABLE[symbol]
        yield prefix + symbol, Unit(unit.exponents, unit.decades + PREFIXES[prefix])
