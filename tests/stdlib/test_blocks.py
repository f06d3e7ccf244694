"""Blocks against closed forms."""

from __future__ import annotations

import math
from math import atan, atan2, cos, exp, log, pi, sin, sqrt

import pytest

from tests.running import event_times
from tests.stdlib.examples import Expected, compare, run_example

SIGNALS: list[Expected] = [
    ("constant_.y", 2.0, 3.0),
    ("step.y", 0.9, 1.0),
    ("step.y", 1.0, 3.0),
    ("ramp.y", 0.5, -1.0),
    ("ramp.y", 2.2, 0.2),
    ("ramp.y", 3.5, 1.0),
    ("sine.y", 0.5, 1.0),
    ("sine.y", 2.3, 1 + 2 * sin(pi / 2 * 1.3 + 0.5)),
    ("cosine.y", 2.3, 1 + 2 * cos(pi / 2 * 1.3 + 0.5)),
    ("expSine.y", 2.3, 2 * exp(-0.65) * sin(pi * 1.3)),
    ("exponentials.y", 1.4, 2 * (1 - exp(-0.8))),
    ("exponentials.y", 2.5, 2 * (1 - exp(-2.0)) * exp(-2.0)),
    ("pulse.y", 0.4, 1.0),
    ("pulse.y", 0.5, 3.0),
    ("pulse.y", 0.75, 1.0),
    ("pulse.y", 1.6, 3.0),
    ("pulse.y", 2.6, 1.0),
    ("sawTooth.y", 0.4, 0.0),
    ("sawTooth.y", 2.3, 1.6),
    ("sawTooth.y", 2.5, 0.0),
    ("trapezoid.y", 1.6, 1.0),
    ("trapezoid.y", 1.9, 2.0),
    ("trapezoid.y", 2.3, 2 * (1 - 0.3 / 0.4)),
    ("trapezoid.y", 2.45, 0.0),
    ("clock.y", 0.2, 1.0),
    ("clock.y", 2.5, 3.0),
    ("expression.y", 2.3, 1 + 2 * sin(pi / 2 * 1.3 + 0.5) + 0.3),
    ("table.y", 0.5, 2.0),
    ("table.y", 1.0, 4.0),
    ("table.y", 1.5, 3.0),
    ("table.y", 3.0, 0.0),
    ("wholeAsReal.y", 1.0, -7.0),
]

BOOLEANS: list[Expected] = [
    ("constant_.y", 1.0, 1.0),
    ("step.y", 0.5, 1.0),
    ("step.y", 1.0, 0.0),
    ("pulse.y", 0.4, 0.0),
    ("pulse.y", 0.5, 1.0),
    ("pulse.y", 0.75, 0.0),
    ("table.y", 0.4, 1.0),
    ("table.y", 0.5, 0.0),
    ("table.y", 1.7, 1.0),
    ("table.y", 2.5, 0.0),
    ("expression.y", 0.6, 0.0),
    ("expression.y", 1.6, 1.0),
    ("triggers", 4.0, 14.0),
    ("high", 4.0, 1.0),
]


def _second_order(t: float) -> float:
    damped = 2 * sqrt(0.75)
    return 1 - exp(-t) * (cos(damped * t) + 1 / damped * sin(damped * t))


LAGS: list[Expected] = [
    ("integrator.y", 2.0, 3.0),
    ("limIntegrator.y", 0.5, 1.0),
    ("limIntegrator.y", 2.0, 1.5),
    ("derivative.y", 0.0, 8.0),
    ("derivative.y", 1.5, 8 * exp(-3.0)),
    ("firstOrder.y", 1.5, 6 * (1 - exp(-3.0))),
    ("secondOrder.y", 1.5, _second_order(1.5)),
    ("pi.y", 1.5, 2 * (2 * 1.5 / 0.5 + 2)),
    ("pid.y", 0.3, 2 * (2 + 2 * 0.3 / 0.5 + 0.2 * 2 * exp(-0.3 / 0.1) / 0.1)),
    ("transferFunction.y", 1.5, 2 * (1.5 - 2 * exp(-1.5) + 0.5 * exp(-3.0))),
    ("stateSpace.y[2]", 1.5, (1 - exp(-3.0)) + 2),
    ("stateSpace.y[1]", 1.5, 1 - 2 * exp(-1.5) + exp(-3.0)),
    ("der_.y", 1.3, pi * cos(1.3 * pi)),
]

SAMPLED: list[Expected] = [
    ("sampler.y", 0.05, 0.0),
    ("sampler.y", 0.1, 0.1),
    ("sampler.y", 0.9, 0.85),
    ("zeroOrderHold.y", 0.1, 0.1),
    ("zeroOrderHold.y", 0.9, 0.85),
    ("firstOrderHold.y", 0.2, 0.1),
    ("firstOrderHold.y", 0.9, 0.9),
    ("unitDelay.y", 0.2, 0.0),
    ("unitDelay.y", 0.9, 0.6),
    ("difference.y", 0.9, 1.0),
    ("accumulator.y", 0.9, 4 * 0.5),
    ("transferFunction.y", 0.2, 0.0),
    ("transferFunction.y", 0.9, 1 - 0.5**3),
    ("stateSpace.y[1]", 0.9, 2 * (1 - 0.5**3)),
    ("movingAverage.y", 0.2, 0.05),
    ("movingAverage.y", 0.9, (0.85 + 0.6) / 2),
    ("triggeredSampler.y", 0.9, 0.7),
]

NONLINEAR: list[Expected] = [
    ("limiter.y", 0.2, 2 * sin(0.1 * pi)),
    ("limiter.y", 1.0, 1.0),
    ("limiter.y", 3.0, -0.5),
    ("variableLimiter.y", 1.0, 1.5),
    ("variableLimiter.y", 3.0, -0.5),
    ("slewRateLimiter.y", 4.0, 2 + 1e-3 * (log(2) - 1) / 2),
    ("deadZone.y", 0.2, 0.0),
    ("deadZone.y", 1.0, 1.0),
    ("deadZone.y", 3.0, -1.5),
    ("relay.y", 0.3333, -3.0),
    ("relay.y", 0.3334, 3.0),
    ("relay.y", 2.3333, 3.0),
    ("relay.y", 2.3334, -3.0),
    ("backlash.y", 0.1, 0.0),
    ("backlash.y", 0.8, 2 * sin(0.4 * pi) - 0.5),
    ("backlash.y", 1.2, 1.5),
    ("backlash.y", 2.5, 2 * sin(1.25 * pi) + 0.5),
    ("backlash.y", 3.2, -1.5),
    ("quantizer.y", 1.0, 2.0),
    ("quantizer.y", 0.2, 0.5),
    ("fixedDelay.y", 0.3, 0.0),
    ("fixedDelay.y", 2.2, 2 * sin(0.5 * pi * 1.7)),
    ("variableDelay.y", 4.0, 2.0),
]

LOGIC: list[Expected] = [
    ("and_.y", 0.25, 1.0),
    ("and_.y", 1.25, 0.0),
    ("or_.y", 1.25, 1.0),
    ("or_.y", 1.75, 0.0),
    ("xor_.y", 0.25, 0.0),
    ("xor_.y", 0.75, 1.0),
    ("nand_.y", 0.25, 0.0),
    ("nand_.y", 0.75, 1.0),
    ("nor_.y", 1.25, 0.0),
    ("nor_.y", 1.75, 1.0),
    ("not_.y", 0.25, 0.0),
    ("pre_.y", 0.25, 1.0),
    ("edges", 3.9, 4.0),
    ("falls", 3.9, 4.0),
    ("changes", 3.9, 8.0),
    ("logicalSwitch.y", 0.25, 1.0),
    ("logicalSwitch.y", 0.75, 0.0),
    ("logicalSwitch.y", 1.75, 1.0),
    ("timer.y", 0.75, 0.75),
    ("timer.y", 1.5, 0.0),
    ("timer.y", 2.5, 0.5),
    ("onDelay.y", 1.2, 0.0),
    ("onDelay.y", 1.3, 1.0),
    ("onDelay.y", 1.6, 0.0),
    ("flipFlop.Q", 1.25, 1.0),
    ("flipFlop.Q", 1.75, 0.0),
    ("flipFlop.QI", 1.75, 1.0),
    ("trapezoid.y", 0.25, 1.0),
    ("trapezoid.y", 0.75, 2.0),
    ("trapezoid.y", 1.5, 1.5),
    ("trapezoid.y", 2.25, 2.0),
    ("asReal.y", 0.5, 2.0),
    ("asReal.y", 1.5, -1.0),
]

COMPARISONS: list[Expected] = [
    *((f"{name}.y", time, value) for name in ("greater", "greaterEqual", "greaterThreshold", "greaterEqualThreshold")
      for time, value in ((0.333, 0.0), (0.334, 1.0), (1.666, 1.0), (1.667, 0.0))),
    *((f"{name}.y", time, value) for name in ("less", "lessEqual", "lessThreshold", "lessEqualThreshold")
      for time, value in ((0.333, 1.0), (0.334, 0.0), (1.666, 0.0), (1.667, 1.0))),
    ("hysteresis.y", 2.333, 1.0),
    ("hysteresis.y", 2.334, 0.0),
    ("switch_.y", 1.0, 2.0),
    ("switch_.y", 3.0, 1.0),
    ("room.y", 0.5, 2 * (1 - exp(-0.5))),
    ("room.y", log(2.5) + 0.2, 1.2 * exp(-0.2)),
    ("room.y", log(2.5) + log(1.5) + 0.1, 2 - 1.2 * exp(-0.1)),
]  # fmt: skip

X = 0.1 + 0.8 * 0.7
FUNCTIONS: list[Expected] = [
    (f"{name}.y", 0.7, value)
    for name, value in {
        "gain": 3 * X,
        "total": X - 4,
        "add": 2 * X - 2,
        "add3": 4 * X + 2,
        "feedback": X - 2,
        "product_": 2 * X,
        "division": X / 2,
        "min_": X,
        "max_": 2.0,
        "atan2_": atan2(X, 2),
        "abs_": 2 - X,
        "sign_": -1.0,
        "sqrt_": sqrt(X),
        "sin_": sin(X),
        "cos_": cos(X),
        "tan_": math.tan(X),
        "asin_": math.asin(X),
        "acos_": math.acos(X),
        "atan_": atan(X),
        "exp_": exp(X),
        "log_": log(X),
        "log10_": math.log10(X),
        "round": 2.0,
        "mean": 0.5,
        "effective": sqrt(0.25 + 4.5),
    }.items()
] + [("matrixGain.y[1]", 0.7, X + 4), ("matrixGain.y[2]", 0.7, 3 * X + 8), ("matrixGain.y[3]", 0.7, 5 * X + 12)]

CONTROL: list[Expected] = [
    ("plant.y", 0.5 + 0.5, 1.5 * (1 - exp(-0.5))),
    ("controller.y", 0.7, 1.5),
    ("plant.y", 8.0, 1.0),
]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Signals", SIGNALS),
        ("BooleanSignals", BOOLEANS),
        ("Lags", LAGS),
        ("Sampled", SAMPLED),
        ("Nonlinearities", NONLINEAR),
        ("Logic", LOGIC),
        ("Comparisons", COMPARISONS),
        ("Functions", FUNCTIONS),
    ],
)
def test_blocks(name: str, expected: list[Expected]) -> None:
    """Values of all blocks of an example."""
    compare(f"Blocks.Examples.{name}", expected)


def test_limited_control() -> None:
    """The plant follows the limit first and comes to the set point in the end."""
    compare("Blocks.Examples.LimitedControl", CONTROL[:2])
    compare("Blocks.Examples.LimitedControl", CONTROL[2:], tolerance=1e-3)


def test_sampled_control() -> None:
    """The digital controller, sample by sample."""
    result = run_example("Blocks.Examples.SampledControl")
    y, integral, last = 0.0, 0.0, None
    for n in range(20):
        error = 1 - y
        free = 2 * (error + integral + error * 0.1 - (0.0 if last is None else 0.05 * (y - last) / 0.1))
        u = max(-1.5, min(1.5, free))
        integral += error * 0.1 if u == free else 0.0
        last = y
        assert float(result.at("controller.y", 0.1 * n + 0.05)) == pytest.approx(u, abs=1e-7)
        y += 0.1 * u
        assert float(result.at("plant.y", 0.1 * (n + 1) - 1e-9)) == pytest.approx(y, abs=1e-6)


def test_samples_are_met_exactly() -> None:
    """At startTime + n*samplePeriod as the machine computes it, to the last digit."""
    times = set(event_times(run_example("Blocks.Examples.Sampled")).tolist())
    assert {0.1 + n * 0.25 for n in range(8)} <= times
