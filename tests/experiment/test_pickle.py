"""Results, models and errors go to other processes and come back."""

from __future__ import annotations

import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import mosila
from tests.results.fakes import two_structures
from tests.running import EXAMPLES

LANDING = EXAMPLES / "LandingDevice" / "LandingDevice.mosila"


def assert_equal(found: mosila.Result, expected: mosila.Result) -> None:
    assert found.names == expected.names
    assert found.variables == expected.variables
    for name in ("time", *expected.names):
        assert found[name].tobytes() == expected[name].tobytes()
    assert found.row_kinds.tolist() == expected.row_kinds.tolist()
    assert [each.structure for each in found.segments] == [each.structure for each in expected.segments]
    for log in ("events", "structures", "chart_steps"):
        assert tuple(getattr(found, log)) == tuple(getattr(expected, log))
    for fact in ("model", "warnings", "timings", "counts", "options", "cache_hit", "stop_reason"):
        assert getattr(found, fact) == getattr(expected, fact)


def test_a_result_comes_back_as_it_was() -> None:
    result = mosila.load(LANDING, "System").simulate(stop=5.0)
    assert len(result.structures) > 2
    found = pickle.loads(pickle.dumps(result))
    assert_equal(found, result)
    assert found.variable("body.v").unit == result.variable("body.v").unit != ""
    assert found.at("body.v", 1.0) == result.at("body.v", 1.0)
    assert_equal(pickle.loads(pickle.dumps(found)), result)
    assert_equal(pickle.loads(pickle.dumps(result.only(["body.v"]))), result.only(["body.v"]))
    assert_equal(pickle.loads(pickle.dumps(two_structures())), two_structures())


def test_a_model_runs_in_another_process_and_its_result_comes_back(tmp_path: Path) -> None:
    model = mosila.load(LANDING, "System")
    expected = model.simulate(stop=5.0, parameters={"gr.g": 9.0})
    (tmp_path / "model").write_bytes(pickle.dumps(model))
    script = """
import pickle, sys
model = pickle.load(open(sys.argv[1], "rb"))
pickle.dump(model.simulate(stop=5.0, parameters={"gr.g": 9.0}), open(sys.argv[2], "wb"))
"""
    subprocess.run([sys.executable, "-c", script, str(tmp_path / "model"), str(tmp_path / "result")], check=True, timeout=120)
    found = pickle.loads((tmp_path / "result").read_bytes())
    assert found.names == expected.names
    assert [each.time for each in found.structures] == [each.time for each in expected.structures]
    for name in ("time", *expected.names):
        assert np.array_equal(found[name], expected[name], equal_nan=True)


def test_errors_come_back_as_they_were(tmp_path: Path) -> None:
    path = tmp_path / "Wall.mo"
    path.write_text("model Wall\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = x^2;\nend Wall;\n")
    model = mosila.load(path)
    with pytest.raises(mosila.SimulationFailedError) as failure:
        model.simulate(stop=2.0)
    found = pickle.loads(pickle.dumps(failure.value))
    assert type(found) is mosila.SimulationFailedError
    assert found.diagnostics == failure.value.diagnostics
    assert str(found) == str(failure.value)
    assert_equal(found.result, failure.value.result)
    with pytest.raises(mosila.MosilaError) as unknown:
        found.result["y"]
    again = pickle.loads(pickle.dumps(unknown.value))
    assert (type(again), str(again), again.diagnostics) == (type(unknown.value), str(unknown.value), unknown.value.diagnostics)
