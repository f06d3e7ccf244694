"""Stiff and algebraic problems with published end values (F. Mazzia and C. Magherini, Test Set for IVP Solvers, 2008)."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from tests.running import run_file

MODELS = Path(__file__).with_name("TestSet.mo")
HIRES = (
    *(0.7371312573325668e-3, 0.1442485726316185e-3, 0.5888729740967575e-4, 0.1175651343283149e-2),
    *(0.2386356198831331e-2, 0.6238968252742796e-2, 0.2849998395185769e-2, 0.2850001604814231e-2),
)
AMPLIFIER = (
    *(-0.5562145012262709e-2, 3.006522471903042, 2.849958788608128, 2.926422536206241),
    *(2.704617865010554, 2.761837778393145, 4.770927631616772, 1.236995868091548),
)
CAR_AXIS = {
    "xl": 0.493455784275402809e-1,
    "yl": 0.496989460230171154,
    "xr": 1.041742524885421517,
    "yr": 0.373911027265361257,
    "vxl": -0.770583684040972358e-1,
    "vyl": 0.744686658723778553e-2,
    "vxr": 0.175568157537232222e-1,
    "vyr": 0.770341043779251976,
    "lambda1": -0.473688659084893325e-2,
    "lambda2": -0.110468033125734369e-2,
}
PROBLEMS = {
    "Hires": (1e-5, {f"y[{k}]": value for k, value in enumerate(HIRES, 1)}),
    "Oregonator": (1e-5, {"y[1]": 0.1000814870318523e1, "y[2]": 0.1228178521549917e4, "y[3]": 0.1320554942846706e3}),
    "Robertson": (1e-5, {"y[1]": 0.2083340149701255e-7, "y[2]": 0.8333360770334713e-13, "y[3]": 0.9999999791665050}),
    "VanDerPol": (1e-5, {"y[1]": 0.1706167732170483e1, "y[2]": -0.8928097010247975}),
    "TransistorAmplifier": (1e-4, {f"y[{k}]": value for k, value in enumerate(AMPLIFIER, 1)}),
    "CarAxis": (1e-4, CAR_AXIS),
}


@pytest.mark.parametrize("solver", ["ida", "scikits"])
@pytest.mark.parametrize("name", PROBLEMS)
def test_end_values(name: str, solver: str) -> None:
    tolerance, expected = PROBLEMS[name]
    result = run_file(MODELS, f"TestSet.{name}", tolerance=1e-8, solver=solver)
    found = np.array([result[variable][-1] for variable in expected])
    assert found == pytest.approx(np.array(list(expected.values())), rel=tolerance, abs=0)
