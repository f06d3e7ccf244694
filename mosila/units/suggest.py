"""A symbol that no unit has -> what may have been meant."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Final

from mosila.units.symbols import PLAIN, PREFIXABLE, find_symbol
from mosila.units.unit import have_same_dimension

_OTHER_SPELLINGS: Final = {
    "Ohm": ("Ω", "Ohms"),
    "deg": ("°",),
    "degC": ("°C", "Celsius", "celsius"),
    "degF": ("°F", "Fahrenheit", "fahrenheit"),
    "s": ("sec", "second", "seconds"),
    "min": ("minute", "minutes"),
    "h": ("hr", "hour", "hours"),
    "d": ("day", "days"),
    "m": ("meter", "metre"),
    "cm3": ("cc",),
    "m/s": ("mps",),
    "km/h": ("kph",),
    "mi/h": ("mph",),
    "A": ("amp", "ampere"),
    "V": ("volt",),
    "W": ("watt",),
    "%": ("percent",),
}
_SPELLINGS: Final = {spelling: unit for unit, spellings in _OTHER_SPELLINGS.items() for spelling in spellings}


def suggest_symbol(symbol: str) -> str:
    """A unit that may be meant, or nothing."""
    if symbol in _SPELLINGS:
        return _SPELLINGS[symbol]
    if symbol.startswith(("µ", "μ")) and find_symbol("u" + symbol[1:]) is not None:
        return "u" + symbol[1:]
    if symbol.startswith("K") and find_symbol("k" + symbol[1:]) is not None:
        return "k" + symbol[1:]
    known = sorted({*PREFIXABLE, *PLAIN, "kg"})
    other_case = (symbol.lower(), symbol.capitalize(), symbol[:1] + symbol[1:].capitalize(), symbol[:1].lower() + symbol[1:])
    found = (
        next((each for each in known if each.lower() == symbol.lower()), "")
        or _product(symbol)
        or next((each for each in other_case if find_symbol(each) is not None), "")
    )
    near = get_close_matches(symbol, known, n=1, cutoff=0.6) if len(symbol) > 2 else []
    return found or (near[0] if near else "")


def _product(symbol: str) -> str:
    """Two symbols written without a dot, as in `Nm` and `kWh`."""
    for place in range(1, len(symbol)):
        left, right = find_symbol(symbol[:place]), find_symbol(symbol[place:])
        if left is not None and right is not None and not have_same_dimension(left, right):
            return f"{symbol[:place]}.{symbol[place:]}"
    return ""
