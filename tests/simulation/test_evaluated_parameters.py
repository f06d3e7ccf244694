"""`annotation(Evaluate = true)`: the value of a parameter takes part in the analysis of the equations."""

from __future__ import annotations

from pathlib import Path

import pytest

import mosila
from mosila.experiment.model import Model

CAPACITOR = """
model M
  parameter Real C = {} annotation(Evaluate = true);
  parameter Boolean with_rate = false annotation(Evaluate = true);
  Real v(start = 0, fixed = {}), i, w;
equation
  i = C * der(v);
  1 - v = 0.5 * i;
  w = if with_rate then -der(v) else 0;
end M;
"""


def load(tmp_path: Path, capacitance: float) -> Model:
    path = tmp_path / "M.mo"
    path.write_text(CAPACITOR.format(capacitance, "true" if capacitance else "false"), encoding="utf-8")
    return mosila.load(path)


def test_a_capacitor_of_no_capacity_has_no_state(tmp_path: Path) -> None:
    result = load(tmp_path, 0.0).simulate(stop=1.0)
    assert result.counts.states == 0
    assert (result.at("i", 0.5), result.at("v", 0.5)) == pytest.approx((0.0, 1.0))


def test_another_value_may_be_given(tmp_path: Path) -> None:
    model = load(tmp_path, 2.0)
    assert model.simulate(stop=1.0).at("v", 1.0) == pytest.approx(1 - 2.718281828459045**-1.0, rel=1e-5)
    result = model.simulate(stop=1.0, parameters={"C": 1.0, "with_rate": True})
    assert result.at("v", 1.0) == pytest.approx(1 - 2.718281828459045**-2.0, rel=1e-5)
    assert result.at("w", 1.0) == pytest.approx(-2 * 2.718281828459045**-2.0, rel=1e-4)
