"""The default solver against scikits.odes, which has another SUNDIALS and a dense matrix: all small models of the tests agree."""

from __future__ import annotations

import importlib.util
import os
import re
from pathlib import Path

import numpy as np
import pytest

import mosila
from mosila.diagnostics import MosilaError
from mosila.results import Result, RowKind
from tests.running import EXAMPLES, run_file, run_text

TESTS = Path(__file__).parents[1]
FOLDERS = ("simulation", "structural")
LARGEST = 500
TEXT = re.compile(r'^([A-Z_]+) = """(\n(?:model|block|package|connector|partial).*?)"""', re.MULTILINE | re.DOTALL)

MODELS = {
    f"{path.stem}-{found[1]}": found[2]
    for folder in FOLDERS
    for path in sorted((TESTS / folder).glob("test_*.py"))
    for found in TEXT.finditer(path.read_text(encoding="utf-8"))
    if "{" not in re.sub(r"\{[^a-z]*\}|start = \{.*?\}", "", found[2])
}
LIBRARY = TESTS.parent / "stdlib" / "Mosila"
LIBRARY_MODELS = [
    ".".join(("Mosila", *path.relative_to(LIBRARY).with_suffix("").parts)) for path in sorted(LIBRARY.rglob("Examples/[A-Z]*.mo"))
]
STOPS = {"test_index_reduction-AMPLIFIER": 0.02}
FILES = {
    "LandingDevice": (EXAMPLES / "LandingDevice" / "LandingDevice.mosila", "System", 25.0),
    "BouncingBall": (EXAMPLES / "BouncingBall" / "BouncingBall.mo", None, 3.0),
    "RcLadder": (EXAMPLES / "RcLadder" / "RcLadder.mo", None, 20.0),
    "Robertson": (TESTS.parent / "benchmarks" / "models" / "Robertson.mo", None, 1e4),
}


@pytest.fixture(autouse=True)
def _needs_scikits() -> None:
    if importlib.util.find_spec("scikits_odes_sundials") is None:
        if os.environ.get("CI") == "true":
            pytest.fail("scikits.odes is not there; make scikits says why")
        pytest.skip("scikits.odes is not there; make scikits says why")


def compare(one: Result, other: Result, bound: float, instants: float = 1e-5) -> None:
    assert one.stop_reason == other.stop_reason
    assert len(one.structures) == len(other.structures)
    lefts = [result.time[result.row_kinds == RowKind.LEFT] for result in (one, other)]
    assert len(lefts[0]) == len(lefts[1])
    assert np.allclose(*lefts, rtol=instants, atol=instants)
    for variable in one.variables:
        mine, theirs = one[variable.name], other[variable.name]
        scale = max(float(np.nanmax(np.abs(mine), initial=0.0)), 1e-3)
        assert np.allclose(mine, theirs, rtol=0, atol=bound * scale, equal_nan=True), variable.name


def outcome(name: str, solver: str) -> Result | list[str]:
    """The result, or the codes of what is wrong."""
    try:
        return run_text(MODELS[name], stop=STOPS.get(name, 2.0), tolerance=1e-8, solver=solver)
    except MosilaError as error:
        return [each.code for each in error.diagnostics]


@pytest.mark.parametrize("name", sorted(MODELS))
def test_a_model_of_the_tests(name: str) -> None:
    mine, theirs = (outcome(name, solver) for solver in ("ida", "scikits"))
    if isinstance(mine, Result) and isinstance(theirs, Result):
        assert mine.counts.states < LARGEST
        compare(mine, theirs, 1e-4)
    else:
        assert mine == theirs


@pytest.mark.parametrize("name", sorted(FILES))
def test_an_example(name: str) -> None:
    path, model, stop = FILES[name]
    mine, theirs = (run_file(path, model, stop=stop, tolerance=1e-8, solver=solver) for solver in ("ida", "scikits"))
    compare(mine, theirs, 1e-4)


@pytest.mark.parametrize("name", LIBRARY_MODELS)
def test_an_example_of_the_library(name: str) -> None:
    model = mosila.load(name)
    mine, theirs = (model.simulate(tolerance=1e-8, solver=solver) for solver in ("ida", "scikits"))
    compare(mine, theirs, 1e-4, 1e-4)  # a gear's play touches in a square of time: its instant is known to the root of the tolerance


@pytest.mark.parametrize("name", ["Hires", "Oregonator", "TransistorAmplifier"])
def test_a_problem_of_the_test_set(name: str) -> None:
    path = TESTS / "simulation" / "TestSet.mo"
    mine, theirs = (run_file(path, f"TestSet.{name}", tolerance=1e-8, solver=solver) for solver in ("ida", "scikits"))
    compare(mine, theirs, 1e-4)


def test_stop_times_are_met_exactly_also_before_zero() -> None:
    text = """
model Ticks
  Real x(start = 1, fixed = true);
  discrete Integer n(start = 0, fixed = true);
equation
  der(x) = -x;
  when sample(-0.9, 0.1) then
    n = pre(n) + 1;
  end when;
end Ticks;
"""
    result = run_text(text, start=-1.0, stop=0.3, intervals=7, tolerance=1e-8, solver="scikits")
    assert result.time[-1] == 0.3
    assert np.allclose(result["x"], np.exp(-1 - result.time), rtol=1e-6)
    assert result["n"][-1] == 13
