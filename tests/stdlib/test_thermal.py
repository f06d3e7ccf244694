"""Thermal components against closed forms."""

from __future__ import annotations

from math import exp, sqrt

import pytest

from tests.stdlib.examples import Expected, compare

SIGMA = 5.670374419e-8
WARM = (sqrt(1 + 4 * 0.005 * 100) - 1) / (2 * 0.005)

EQUALISING: list[Expected] = [
    ("hot.T", 0.5, 1100 / 3 + 100 / 3 * exp(-2.25)),
    ("thermometer.T", 0.5, 1100 / 3 - 200 / 3 * exp(-2.25)),
    ("heat.Q_flow", 0.5, 300 * exp(-2.25)),
    ("plate.T", 5.0, 293.15 + 20 * (1 - exp(-0.5))),
    ("sink.Q_flow", 5.0, 100 * (1 - exp(-0.5))),
]

COOLING: list[Expected] = [
    ("body.T", 0.7, 300 + 100 * exp(-0.35)),
    ("body.T", 1.5, 300 + 100 * exp(-0.5)),
    ("body.T", 2.7, 300 + 100 * exp(-0.85)),
    ("filament.T", 2.0, (2000.0**-3 + 3 * 1e-3 * SIGMA * 2.0 / 0.1) ** (-1 / 3)),
    ("water.T", 3.0, 293.15 + 9 / 4),
]

HEATING: list[Expected] = [
    ("wire.T", 200.0, 300 + WARM),
    ("resistor.i", 200.0, 1 / (1 + 0.005 * WARM)),
]


@pytest.mark.parametrize(("name", "expected"), [("Equalising", EQUALISING), ("Cooling", COOLING), ("HeatingResistor", HEATING)])
def test_heat(name: str, expected: list[Expected]) -> None:
    """Values of all components of an example."""
    compare(f"Thermal.Examples.{name}", expected)
