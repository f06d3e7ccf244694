"""Texts of units: what each means in base units, what is no unit, and texts that read back."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mosila.units import MalformedUnit, Unit, UnknownSymbol, have_same_scale, parse_unit, unit_text
from mosila.units.symbols import PLAIN, PREFIXABLE
from mosila.units.unit import BASE_SYMBOLS
from tests.units.test_algebra import unit

# Text, factor, exponents of m, kg, s, A, K, mol, cd: by hand, from the definitions of the SI brochure.
TABLE = """
1                1        0  0  0  0  0  0  0
m                1        1  0  0  0  0  0  0
kg               1        0  1  0  0  0  0  0
s                1        0  0  1  0  0  0  0
A                1        0  0  0  1  0  0  0
K                1        0  0  0  0  1  0  0
mol              1        0  0  0  0  0  1  0
cd               1        0  0  0  0  0  0  1
g                1e-3     0  1  0  0  0  0  0
mg               1e-6     0  1  0  0  0  0  0
t                1e3      0  1  0  0  0  0  0
rad              1        0  0  0  0  0  0  0
sr               1        0  0  0  0  0  0  0
%                1e-2     0  0  0  0  0  0  0
Hz               1        0  0 -1  0  0  0  0
N                1        1  1 -2  0  0  0  0
Pa               1       -1  1 -2  0  0  0  0
J                1        2  1 -2  0  0  0  0
W                1        2  1 -3  0  0  0  0
C                1        0  0  1  1  0  0  0
V                1        2  1 -3 -1  0  0  0
F                1       -2 -1  4  2  0  0  0
Ohm              1        2  1 -3 -2  0  0  0
S                1       -2 -1  3  2  0  0  0
Wb               1        2  1 -2 -1  0  0  0
T                1        0  1 -2 -1  0  0  0
H                1        2  1 -2 -2  0  0  0
lm               1        0  0  0  0  0  0  1
lx               1       -2  0  0  0  0  0  1
Bq               1        0  0 -1  0  0  0  0
Gy               1        2  0 -2  0  0  0  0
Sv               1        2  0 -2  0  0  0  0
kat              1        0  0 -1  0  0  1  0
var              1        2  1 -3  0  0  0  0
min              60       0  0  1  0  0  0  0
h                3600     0  0  1  0  0  0  0
d                86400    0  0  1  0  0  0  0
l                1e-3     3  0  0  0  0  0  0
L                1e-3     3  0  0  0  0  0  0
ml               1e-6     3  0  0  0  0  0  0
ha               1e4      2  0  0  0  0  0  0
bar              1e5     -1  1 -2  0  0  0  0
mbar             1e2     -1  1 -2  0  0  0  0
atm              101325  -1  1 -2  0  0  0  0
eV               1.602176634e-19  2 1 -2 0 0 0 0
MeV              1.602176634e-13  2 1 -2 0 0 0 0
au               149597870700     1 0  0 0 0 0 0
debye            3.3356409519815204e-30  1 0 1 1 0 0 0
cm2              1e-4     2  0  0  0  0  0  0
mm2              1e-6     2  0  0  0  0  0  0
dam              10       1  0  0  0  0  0  0
um               1e-6     1  0  0  0  0  0  0
ms-1             1e3      0  0 -1  0  0  0  0
m.s-1            1        1  0 -1  0  0  0  0
kg.m2/s3         1        2  1 -3  0  0  0  0
kg.m.s-2         1        1  1 -2  0  0  0  0
N.m              1        2  1 -2  0  0  0  0
N.m/rad          1        2  1 -2  0  0  0  0
rad/s            1        0  0 -1  0  0  0  0
1/rad            1        0  0  0  0  0  0  0
m/(s.A)          1        1  0 -1 -1  0  0  0
J/(kg.K)         1        2  0 -2  0 -1  0  0
J.kg-1.K-1       1        2  0 -2  0 -1  0  0
(J/kg)/K         1        2  0 -2  0 -1  0  0
W/(m2.K4)        1        0  1 -3  0 -4  0  0
(J/K)/(A.s)      1        2  1 -3 -1 -1  0  0
m+2              1        2  0  0  0  0  0  0
m0               1        0  0  0  0  0  0  0
km/h             0.2777777777777778  1 0 -1 0 0 0 0
kW.h             3.6e6    2  1 -2  0  0  0  0
A.h              3600     0  0  1  1  0  0  0
mol/l            1e3     -3  0  0  0  0  1  0
lb               0.45359237       0 1  0 0 0 0 0
ft               0.3048   1  0  0  0  0  0  0
psi              6894.757293168361 -1 1 -2 0 0 0 0
hp               745.6998715822702  2 1 -3 0 0 0 0
degRk            0.5555555555555556 0 0 0 0 1 0 0
m(1/2)           1        1/2 0 0  0  0  0  0
V.Hz-(1/2)       1        2  1 -5/2 -1 0 0  0
"""


@pytest.mark.parametrize("row", [line.split() for line in TABLE.strip().splitlines()], ids=lambda row: row[0])
def test_a_text_means_what_the_table_says(row: list[str]) -> None:
    text, factor, *exponents = row
    found = unit(text)
    assert found.exponents == tuple(Fraction(each) for each in exponents)
    assert 10**found.decades == pytest.approx(float(factor), rel=1e-12)
    assert found.offset == 0


def test_every_symbol_is_in_the_table_or_dimensionless() -> None:
    written = {line.split()[0] for line in TABLE.strip().splitlines()}
    relatives = {"VA", "cal", "Da", "u", "Torr", "mmHg", "in", "yd", "mi", "nmi", "kn", "oz", "lbf", "rpm", "degC", "degF"}
    rest = {*PREFIXABLE, *PLAIN} - written - relatives
    assert all(unit(symbol).is_dimensionless for symbol in rest), rest


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("VA", "W"),
        ("V.A", "var"),
        ("W.s", "J"),
        ("V/A", "Ohm"),
        ("A.s/V", "F"),
        ("V.s/A", "H"),
        ("1/Ohm", "S"),
        ("Wb/m2", "T"),
        ("N/m2", "Pa"),
        ("lm/m2", "lx"),
        ("nmi/h", "kn"),
        ("rev/min", "rpm"),
        ("C/s", "A"),
        ("Ohm.F", "s"),
        ("MPa.l", "kJ"),
        ("u", "Da"),
    ],
)
def test_equal_units(left: str, right: str) -> None:
    assert have_same_scale(unit(left), unit(right))


@pytest.mark.parametrize(
    ("text", "value", "kelvin"),
    [("degC", 0, 273.15), ("degC", 100, 373.15), ("degF", 32, 273.15), ("degF", 212, 373.15), ("degRk", 491.67, 273.15), ("K", 7, 7)],
)
def test_temperatures_have_offsets(text: str, value: float, kelvin: float) -> None:
    found = unit(text)
    assert value * 10**found.decades + found.offset == pytest.approx(kelvin, rel=1e-12)


def test_angles() -> None:
    assert 360 * 10 ** unit("deg").decades == pytest.approx(2 * math.pi)
    assert 10 ** unit("rev").decades == pytest.approx(2 * math.pi)


def test_a_symbol_is_read_whole_before_it_is_cut() -> None:
    assert unit("cd") != unit("d")
    assert unit("min") == PLAIN["min"]
    assert unit("T") == PREFIXABLE["T"]
    assert unit("Pa") == PREFIXABLE["Pa"]
    assert unit("m") == PREFIXABLE["m"]


@pytest.mark.parametrize(
    ("text", "why", "advice"),
    [
        ("N*m", "it cannot go on with `*m`", "dot"),
        ("m^2", "it cannot go on with `^2`", "behind the symbol"),
        ("kg m", "it cannot go on with ` m`", "blank"),
        ("W/m2/K", "it cannot go on with `/K`", "parentheses"),
        ("W/m2.K", "it cannot go on with `.K`", "parentheses"),
        ("m/(s", "it ends where `)` is expected", "complete"),
        ("m)", "it cannot go on with `)`", "`(` before"),
        ("m/", "it ends where the symbol of a unit is expected", "complete"),
        ("", "it ends where the symbol of a unit is expected", "complete"),
        ("N.", "it ends where the symbol of a unit is expected", "complete"),
        ("m/1", "it cannot go on with `1`", "such as"),
        ("2", "it cannot go on with `2`", "such as"),
        ("12", "it cannot go on with `12`", "such as"),
        ("-1", "it cannot go on with `-1`", "behind the symbol"),
        ("m(1/0)", "the denominator of an exponent is zero", "(1/2)"),
        ("m12345", "it cannot go on with `12345`", "such as"),
        ("(" * 10_000, "its parentheses are nested too deeply", "fewer"),
    ],
)
def test_what_is_no_unit(text: str, why: str, advice: str) -> None:
    found = parse_unit(text)
    assert isinstance(found, MalformedUnit)
    assert found.why == why
    assert advice in found.advice


@pytest.mark.parametrize(
    ("text", "symbol", "suggestion"),
    [
        ("Nm", "Nm", "N.m"),
        ("kWh", "kWh", "kW.h"),
        ("kgg", "kgg", "kg"),
        ("hz", "hz", "Hz"),
        ("Kg/m3", "Kg", "kg"),
        ("Mpa", "Mpa", "MPa"),
        ("Ω.m", "Ω", "Ohm"),
        ("1/sec", "sec", "s"),
        ("µm", "µm", "um"),
        ("°C", "°C", "degC"),
        ("kkg", "kkg", "kg"),
        ("kmin", "kmin", "min"),
        ("xyz", "xyz", ""),
        ("k", "k", "K"),
    ],
)
def test_unknown_symbols(text: str, symbol: str, suggestion: str) -> None:
    assert parse_unit(text) == UnknownSymbol(symbol, suggestion)
    assert not suggestion or isinstance(parse_unit(suggestion), Unit)


@given(st.text(alphabet="kmsgNVAK.()/-+0129%°*^ ", max_size=12))
def test_any_text_has_an_answer(text: str) -> None:
    found = parse_unit(text)
    assert isinstance(found, Unit | MalformedUnit | UnknownSymbol)
    if isinstance(found, MalformedUnit):
        assert found.why
        assert found.advice


@given(st.tuples(*[st.fractions(-9, 9, max_denominator=5)] * len(BASE_SYMBOLS)))
def test_the_text_of_a_coherent_unit_reads_back(exponents: tuple[Fraction, ...]) -> None:
    original = Unit(exponents)
    assert have_same_scale(unit(unit_text(original)), original)


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("Ohm.A", "V"),
        ("kg.m2/s3", "W"),
        ("N.m", "J"),
        ("V/s", "V/s"),
        ("kg.m/s2", "N"),
        ("m/s2", "m/s2"),
        ("m2/s2", "m2/s2"),
        ("rad", "1"),
        ("rad/s", "1/s"),
        ("A.V-1", "S"),
        ("V.V", "V2"),
        ("kg.m-3", "kg/m3"),
        ("s-1.m-3", "1/(m3.s)"),
        ("km", "km"),
        ("min", "min"),
        ("degC", "degC"),
        ("kW", "kW"),
        ("deg/s", "0.0174533/s"),
        ("km/h", "0.277778*m/s"),
        ("cm2", "0.0001*m2"),
        ("m(1/2)", "m(1/2)"),
        ("Qm999", "1e29970*m999"),
    ],
)
def test_printing(text: str, printed: str) -> None:
    assert unit_text(unit(text)) == printed


@pytest.mark.parametrize("symbol", sorted({*PREFIXABLE, *PLAIN}))
def test_the_text_of_a_symbol_means_the_same(symbol: str) -> None:
    again = unit(unit_text(unit(symbol)))
    assert have_same_scale(again, unit(symbol))
    assert again.offset == unit(symbol).offset
