"""Arguments of calls that no run can be made with: a sentence each, and what counts as a number."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import mosila

TEXT = """
model Decay
  parameter Real k = 1;
  parameter Integer n = 2;
  input Real u;
  Real x(start = 1, fixed = true);
equation
  der(x) = u - k * x;
end Decay;
"""
NUMBER = "it must be a finite number"


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> mosila.Model:
    path = tmp_path_factory.mktemp("arguments") / "Decay.mo"
    path.write_text(TEXT)
    return mosila.load(path)


def message(call: Callable[[], object]) -> tuple[str, str]:
    with pytest.raises(mosila.MosilaError) as failure:
        call()
    (told,) = failure.value.diagnostics
    return told.code, told.message


@pytest.mark.parametrize(
    ("settings", "expected"),
    [
        ({"tolerance": "a"}, f"tolerance (--tol) is a, but {NUMBER}"),
        ({"stop": float("nan")}, f"stop (--stop) is nan, but {NUMBER}"),
        ({"start": [0.0]}, f"start (--start) is [0.0], but {NUMBER}"),
        ({"stop": 10**400}, f"stop (--stop) is {10**400}, but {NUMBER}"),
        ({"tolerance": 1e-300}, "tolerance (--tol) is 1e-300, but it must lie between 1e-14, about the precision of numbers, and 1"),
        ({"intervals": 2.5}, "intervals (--intervals) is 2.5, but it must be a whole number"),
        ({"intervals": np.array([4, 5])}, "intervals (--intervals) is [4 5], but it must be a whole number"),
        ({"intervals": 10**9}, "intervals (--intervals) is 1000000000, but a run has at most 100000000 output intervals"),
        ({"interval": 1e-300}, "interval (--interval) is 1e-300, but a run has at most 100000000 output intervals"),
        ({"solver": []}, "solver (--solver) is [], but it must be the name of a solver"),
        ({"observe": 3}, "observe is 3, but it must be a pattern or a sequence of them"),
        ({"parameters": 3}, "parameters is 3, but it must be values by name"),
        ({"parameters": {3: 3}}, "the name of a parameter is 3, but it must be a text"),
        ({"inputs": 3}, "inputs is 3, but it must be values, functions or tables by name"),
    ],
)
def test_settings_that_are_none(model: mosila.Model, settings: Mapping[str, Any], expected: str) -> None:
    assert message(lambda: model.simulate(**settings)) == ("X101", expected)


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        (lambda time: None, "the function gives None at time 0, which is no finite number"),
        (lambda time: np.array([1.0, 2.0]), "the function gives [1. 2.] at time 0, which is no finite number"),
        (lambda time: "a", "the function gives a at time 0, which is no finite number"),
        (float("nan"), "nan is no finite number"),
        (None, "it is neither two rows (times, values) nor pairs of both"),
    ],
)
def test_inputs_that_are_none(model: mosila.Model, source: Any, reason: str) -> None:
    assert message(lambda: model.simulate(inputs={"u": source})) == ("X137", f"the input `u` cannot be fed: {reason}")


@pytest.mark.parametrize("one", [1, 1.0, True, Fraction(1), np.float32(1), np.int8(1), np.bool_(True), np.array(1.0)])
def test_all_that_is_a_number_counts_as_one(model: mosila.Model, one: Any) -> None:
    expected = model.simulate(stop=1.0, inputs={"u": 1.0}, interval=1.0)
    found = model.simulate(stop=one, inputs={"u": lambda time: one}, interval=one)
    assert found.at("x", one) == expected.at("x", 1.0) == pytest.approx(1.0, abs=1e-12)
    assert type(found.options.stop) in (int, float)
    assert model.simulate(inputs={"u": one}, intervals=np.array(4)).time.tolist() == [0.0, 0.25, 0.5, 0.75, 1.0]
    assert model.simulate(inputs={"u": 0}, parameters={"k": np.array(2.0)}).at("x", 1.0) == pytest.approx(np.exp(-2), abs=1e-5)


@pytest.mark.parametrize("time", [float("nan"), float("inf"), "a", None])
def test_times_that_are_none(model: mosila.Model, time: Any) -> None:
    simulator = model.simulator()
    assert message(lambda: simulator.advance(until=time)) == ("X101", f"until is {time}, but {NUMBER}")
    assert simulator.time == 0.0
    result = model.simulate()
    for side in ("left", "right"):
        assert message(lambda side=side: result.at("x", time, side=side)) == ("X101", f"time is {time}, but {NUMBER}")  # type: ignore[misc]


def test_a_time_that_is_too_far_away(model: mosila.Model) -> None:
    simulator = model.simulator()
    expected = "until is 1e+300, but a run has at most 100000000 output intervals, here of 0.002 s"
    assert message(lambda: simulator.advance(until=1e300)) == ("X101", expected)
    assert simulator.advance(until=2.0) == 2.0
    assert simulator["x"] == pytest.approx(np.exp(-2), abs=1e-5)


def test_paths_and_names_that_are_none(tmp_path: Path) -> None:
    assert message(lambda: mosila.load(None)) == ("X101", "path is None, but it must be the path of a file or the name of a class")  # type: ignore[arg-type]
    assert message(lambda: mosila.load(tmp_path, 3)) == ("X101", "model is 3, but it must be the name of a class")  # type: ignore[arg-type]
