"""The symbols of units and prefixes: those of the SI, those the Modelica specification adds, and others in common use."""

from __future__ import annotations

import math
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from mosila.units.unit import BASE_SYMBOLS, Unit

PREFIXES: Final = MappingProxyType(
    {"h": 2, "da": 1, "d": -1, "c": -2}
    | {prefix: 3 * step for step, prefix in enumerate("kMGTPEZYRQ", 1)}
    | {prefix: -3 * step for step, prefix in enumerate("munpfazyrq", 1)}
)


def _unit(factor: float = 1.0, offset: float = 0.0, **exponents: int) -> Unit:
    return Unit(tuple(Fraction(exponents.get(symbol, 0)) for symbol in BASE_SYMBOLS), math.log10(factor), offset)


# Coherent derived units, those first that texts of computed units use.
DERIVED: Final = MappingProxyType(
    {
        "N": _unit(kg=1, m=1, s=-2),
        "Pa": _unit(kg=1, m=-1, s=-2),
        "J": _unit(kg=1, m=2, s=-2),
        "W": _unit(kg=1, m=2, s=-3),
        "C": _unit(A=1, s=1),
        "V": _unit(kg=1, m=2, s=-3, A=-1),
        "F": _unit(kg=-1, m=-2, s=4, A=2),
        "Ohm": _unit(kg=1, m=2, s=-3, A=-2),
        "S": _unit(kg=-1, m=-2, s=3, A=2),
        "Wb": _unit(kg=1, m=2, s=-2, A=-1),
        "T": _unit(kg=1, s=-2, A=-1),
        "H": _unit(kg=1, m=2, s=-2, A=-2),
    }
)

# Symbols that take prefixes. The gram is the one base unit of mass that does: `kg` is a prefix and `g`.
PREFIXABLE: Final = MappingProxyType(
    {
        **{symbol: _unit(**{symbol: 1}) for symbol in BASE_SYMBOLS if symbol != "kg"},
        "g": _unit(1e-3, kg=1),
        **DERIVED,
        "rad": _unit(),
        "sr": _unit(),
        "Hz": _unit(s=-1),
        "lm": _unit(cd=1),
        "lx": _unit(cd=1, m=-2),
        "Bq": _unit(s=-1),
        "Gy": _unit(m=2, s=-2),
        "Sv": _unit(m=2, s=-2),
        "kat": _unit(mol=1, s=-1),
        "l": _unit(1e-3, m=3),
        "L": _unit(1e-3, m=3),
        "t": _unit(1e3, kg=1),
        "bar": _unit(1e5, kg=1, m=-1, s=-2),
        "eV": _unit(1.602176634e-19, kg=1, m=2, s=-2),
        "cal": _unit(4.184, kg=1, m=2, s=-2),
        "var": _unit(kg=1, m=2, s=-3),
        "VA": _unit(kg=1, m=2, s=-3),
        "Da": _unit(1.66053906892e-27, kg=1),
        "bit": _unit(),
    }
)

_FOOT: Final = 0.3048
_POUND: Final = 0.45359237
_GRAVITY: Final = 9.80665

PLAIN: Final = MappingProxyType(
    {
        "min": _unit(60, s=1),
        "h": _unit(3600, s=1),
        "d": _unit(86400, s=1),
        "deg": _unit(math.pi / 180),
        "rev": _unit(2 * math.pi),
        "rpm": _unit(math.pi / 30, s=-1),
        "degC": _unit(1, 273.15, K=1),
        "degF": _unit(5 / 9, 273.15 - 32 * 5 / 9, K=1),
        "degRk": _unit(5 / 9, K=1),
        "debye": _unit(1e-21 / 299792458, A=1, s=1, m=1),
        "%": _unit(1e-2),
        "ppm": _unit(1e-6),
        "dB": _unit(),
        "Np": _unit(),
        "phon": _unit(),
        "sone": _unit(),
        "u": _unit(1.66053906892e-27, kg=1),
        "au": _unit(149597870700, m=1),
        "ha": _unit(1e4, m=2),
        "atm": _unit(101325, kg=1, m=-1, s=-2),
        "Torr": _unit(101325 / 760, kg=1, m=-1, s=-2),
        "mmHg": _unit(133.322387415, kg=1, m=-1, s=-2),
        "psi": _unit(_POUND * _GRAVITY / (_FOOT / 12) ** 2, kg=1, m=-1, s=-2),
        "in": _unit(_FOOT / 12, m=1),
        "ft": _unit(_FOOT, m=1),
        "yd": _unit(3 * _FOOT, m=1),
        "mi": _unit(5280 * _FOOT, m=1),
        "nmi": _unit(1852, m=1),
        "kn": _unit(1852 / 3600, m=1, s=-1),
        "oz": _unit(_POUND / 16, kg=1),
        "lb": _unit(_POUND, kg=1),
        "lbf": _unit(_POUND * _GRAVITY, kg=1, m=1, s=-2),
        "hp": _unit(550 * _FOOT * _POUND * _GRAVITY, kg=1, m=2, s=-3),
    }
)


def find_symbol(symbol: str) -> Unit | None:
    """What a symbol means: first as it stands, then as a prefix and a symbol."""
    found = PREFIXABLE.get(symbol) or PLAIN.get(symbol)
    if found is not None:
        return found
    for prefix, decades in PREFIXES.items():
        unit = PREFIXABLE.get(symbol[len(prefix) :]) if symbol.startswith(prefix) else None
        if unit is not None:
            return Unit(unit.exponents, unit.decades + decades)
    return None
