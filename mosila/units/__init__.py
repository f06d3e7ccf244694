"""Units of measure: their texts, what they are in base units, and arithmetic with them; nothing here knows of models."""

from mosila.units.parse import MalformedUnit, UnknownSymbol, parse_unit
from mosila.units.text import unit_text
from mosila.units.unit import ONE, SECOND, Unit, conversion_factor, divide, have_same_dimension, have_same_scale, multiply, power, root

__all__ = [
    "ONE",
    "SECOND",
    "MalformedUnit",
    "Unit",
    "UnknownSymbol",
    "conversion_factor",
    "divide",
    "have_same_dimension",
    "have_same_scale",
    "multiply",
    "parse_unit",
    "power",
    "root",
    "unit_text",
]
