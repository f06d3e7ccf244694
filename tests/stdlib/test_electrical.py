"""Electrical components against closed forms."""

from __future__ import annotations

from math import atan, cos, exp, pi, sin

import pytest

from tests.running import limits
from tests.stdlib.examples import Expected, compare, run_example

CHARGING: list[Expected] = [
    ("capacitor.v", 0.5, 2 * exp(-0.5)),
    ("voltmeter.v", 2.0, 10 + (2 * exp(-0.5) - 10) * exp(-1.5)),
    ("ammeter.i", 2.0, -(2 * exp(-0.5) - 10) * exp(-1.5) / 1000),
    ("inductor.i", 2.0, 2.5 * (1 - exp(-3.0))),
    ("wattmeter.power", 2.0, 25 * (1 - exp(-3.0))),
]

DIVIDERS: list[Expected] = [
    ("lower.v", 0.5, 8.0),
    ("source.i", 0.5, -2.0),
    ("variable.i", 0.5, (1 + 3 * sin(pi * 0.5)) / 2.0),
    ("load.v", 0.05, 18.0),
    ("load.v", 0.2, 3.0),
    ("load2.v", 0.05, -0.6 * 20),
    ("load3.v", 0.5, 4.0),
    ("load4.v", 0.5, 2.4 * 2.0),
    ("load4.lossPower", 0.5, 2.4 * 4.0),
    ("load5.i", 0.5, 0.5),
]

TRANSFORMERS: list[Expected] = [
    ("transformer.v2", 0.5, 4.0),
    ("transformer.i1", 0.5, 2.5),
    ("load2.v", 0.5, 1.0),
    ("ideal.i1", 0.5, 0.05),
    ("ideal.i2", 0.5, -0.5),
]

AMPLIFIERS: list[Expected] = [
    ("inverting.out.v", 0.3, -5 * sin(0.6 * pi)),
    ("integrating.out.v", 0.3, -(1 - cos(0.6 * pi)) / (2 * pi)),
    ("limited.out.v", 0.1, -20 * sin(0.2 * pi) / (1 + 21e-5)),
    ("limited.out.v", 0.3, -15.0),
    ("limited.v_in", 0.3, -(20 * sin(0.6 * pi) - 15) / 21),
    ("limited.out.v", 0.75, 15.0),
]

RECTIFIERS: list[Expected] = [
    ("load.v", 0.25, (10 - 0.7 + 0.1 * 0.0007) / 1.1),
    ("load.v", 0.75, -10 * 0.001 / 1.001),
]

MOTOR: list[Expected] = [
    ("motor.w", 1.5, 10 * (1 - 2 * exp(-1.5) + exp(-3.0))),
    ("motor.i", 1.5, 20 * (exp(-1.5) - exp(-3.0))),
    ("load.flange_a.tau", 1.5, 0.75 * 20 * (exp(-1.5) - exp(-3.0))),
]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Charging", CHARGING),
        ("Dividers", DIVIDERS),
        ("Transformers", TRANSFORMERS),
        ("Amplifiers", AMPLIFIERS),
        ("Rectifiers", RECTIFIERS),
        ("Motor", MOTOR),
    ],
)
def test_circuits(name: str, expected: list[Expected]) -> None:
    """Values of all components of an example."""
    compare(f"Electrical.Examples.{name}", expected)


def test_exact_diode() -> None:
    """The diode conducts at once, blocks when the current of capacitor and load together vanishes, and the capacitor discharges."""
    result = run_example("Electrical.Examples.Rectifiers")
    blocks = (pi - atan(2 * pi)) / (2 * pi)  # C*V*w*cos(w*t) + V*sin(w*t)/R = 0
    changes = [change.time for change in result.structures]
    assert changes == pytest.approx([0.0, 0.0, blocks], abs=1e-7)
    assert float(result.at("smoothing.v", 0.2)) == pytest.approx(10 * sin(0.4 * pi), rel=1e-6)
    assert float(result.at("smoothing.v", 1.0)) == pytest.approx(10 * sin(2 * pi * blocks) * exp(-(1.0 - blocks)), rel=1e-6)
    assert float(result.at("exact.i", 0.1)) == pytest.approx(10 * pi * cos(0.2 * pi) + 5 * sin(0.2 * pi), rel=1e-5)


def test_switches() -> None:
    """Resistances of the switches, and the charge that is shared when the exact one closes."""
    compare(
        "Electrical.Examples.Switches",
        [
            ("load.v", 0.5, 0.9 * 10 / 1000.9),
            ("load.v", 1.5, 9.0),
            ("load2.v", 0.5, 9.0),
            ("load2.v", 1.5, 0.9 * 10 / 1000.9),
        ],
    )
    result = run_example("Electrical.Examples.Switches")
    assert limits(result, "full.v", 1.0) == pytest.approx((3.0, 1.0), abs=1e-9)
    assert limits(result, "empty.v", 1.0) == pytest.approx((0.0, 1.0), abs=1e-9)
    assert dict(result.structures[-1].impulses) == pytest.approx({"full.p.i": -2.0}, abs=1e-9)


def test_bridges() -> None:
    """The current of the coil pulse by pulse, in both directions, and the averaged one."""
    result = run_example("Electrical.Examples.Chopper")
    current, whole, pulse = 0.0, exp(-0.01 / 0.02), exp(-0.0025 / 0.02)
    for number in range(10):
        sign = 1 if number < 6 else -1
        top = sign * 10 + (current - sign * 10) * pulse
        assert float(result.at("inductor.i", 0.01 * number + 0.0025)) == pytest.approx(top, abs=1e-6)
        current = top * whole / pulse
        assert float(result.at("inductor.i", 0.01 * number + 0.0099999999)) == pytest.approx(current, abs=1e-5)
    middle = 2.5 * (1 - exp(-0.055 / 0.02))
    assert float(result.at("inductor2.i", 0.055)) == pytest.approx(middle, abs=1e-6)
    assert float(result.at("inductor2.i", 0.1)) == pytest.approx(-2.5 + (middle + 2.5) * exp(-0.045 / 0.02), abs=1e-6)
    assert float(result.at("averaged.dc_p.i", 0.04)) == pytest.approx(0.25 * 2.5 * (1 - exp(-2.0)), abs=1e-6)
    assert float(result.at("bridge.dc_p.i", 0.041)) == pytest.approx(float(result.at("inductor.i", 0.041)), abs=1e-12)
    assert float(result.at("bridge.dc_p.i", 0.045)) == 0.0
