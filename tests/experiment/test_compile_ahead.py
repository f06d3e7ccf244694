"""Kernels of structures that come next are compiled beside the run: seen in the log, whatever the clock says."""

from __future__ import annotations

import shutil
import threading
from pathlib import Path

import numpy as np
import pytest

import mosila
from mosila.compiler import CompiledModel
from mosila.experiment.compile_ahead import CompileAhead
from mosila.experiment.simulator import Simulator

LANDING = Path(__file__).parents[2] / "examples" / "LandingDevice" / "LandingDevice.mosila"

PLAIN = "model Plain\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = -x;\nend Plain;\n"


def follower(simulator: Simulator) -> CompileAhead:
    found = simulator._stepper.follower
    assert isinstance(found, CompileAhead)
    return found


def workers() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name.startswith("mosila-ahead")]


@pytest.fixture(scope="module")
def runtime(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache that has the C runtime, and of kernels those of another model."""
    folder = tmp_path_factory.mktemp("runtime")
    (folder / "Plain.mo").write_text(PLAIN)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("MOSILA_CACHE", str(folder / "cache"))
        mosila.load(folder / "Plain.mo", "Plain").simulate(stop=1.0)
    return folder / "cache"


@pytest.fixture
def cold(runtime: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(runtime, tmp_path / "cache")
    shutil.copytree(runtime, tmp_path / "other")
    monkeypatch.setenv("MOSILA_CACHE", str(tmp_path / "cache"))


def land(simulator: Simulator, until: float = 3.0) -> np.ndarray:
    return np.array([(simulator.advance(until=t), simulator["body.s"])[1] for t in np.linspace(0.5, until, 6).tolist()])


def test_the_first_switch_finds_its_kernel(cold: None) -> None:
    simulator = mosila.load(LANDING, "System").simulator(tolerance=1e-8)
    first = simulator.result.structures[0]
    assert not first.cache_hit
    simulator.advance(until=0.4)
    follower(simulator).wait()
    simulator.advance(until=3.0)
    later = simulator.result.structures[1:]
    assert [change.structure for change in later] == [2, 1, 2]
    assert (later[0].known, later[0].cache_hit, later[0].compile_seconds) == (False, True, 0.0)
    follower(simulator).close()


def test_values_are_the_same_without_it(cold: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ahead = mosila.load(LANDING, "System").simulator(tolerance=1e-8)
    ahead.advance(until=0.4)
    follower(ahead).wait()
    found = land(ahead)
    monkeypatch.setattr(CompileAhead, "follow", lambda self, execution: None)
    monkeypatch.setenv("MOSILA_CACHE", str(tmp_path / "other"))
    alone = mosila.load(LANDING, "System").simulator(tolerance=1e-8)
    assert not follower(alone)._tasks
    np.testing.assert_array_equal(found, land(alone))
    follower(ahead).close()


def test_nothing_is_done_when_kernels_are_known_or_for_one_structure(cold: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    asked: list[object] = []
    monkeypatch.setattr(CompiledModel, "compile_ahead", lambda self, program, structure: asked.append(structure))
    plain = tmp_path / "Plain.mo"
    plain.write_text(PLAIN.replace("-x", "-2*x*x"))
    simulator = mosila.load(plain, "Plain").simulator()
    follower(simulator).wait()
    simulator.advance(until=1.0)
    assert not asked
    mosila.load(LANDING, "System").simulate(stop=1.0)
    assert asked
    for thread in workers():
        thread.join(timeout=10)
    asked.clear()
    mosila.load(LANDING, "System").simulate(stop=1.0)
    assert not asked


UNSOLVED = """
model Part
  Real y;
equation
  y + 0*time = y;
end Part;
model Whole
  Real x(start = 1, fixed = true);
  Part part;
statechart
  state Root extends State;
    State calm(isInitial = true), never;
    transition calm -> never guard x > 5 action
      add(part);
    end transition;
  end Root;
equation
  der(x) = -x;
end Whole;
"""


def test_a_structure_without_a_solution_is_no_error_if_it_is_never_reached(
    cold: None, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "Whole.mosila"
    path.write_text(UNSOLVED)
    simulator = mosila.load(path, "Whole").simulator()
    follower(simulator).wait()
    simulator.advance(until=1.0)
    assert simulator["x"] == pytest.approx(np.exp(-1), rel=1e-3)
    assert capfd.readouterr().err == ""
    follower(simulator).close()
    result = mosila.load(path, "Whole").simulate(stop=1.0)
    assert not result.warnings


def test_the_end_of_a_run_ends_the_work_and_leaves_whole_files(cold: None, tmp_path: Path) -> None:
    others = workers()
    mosila.load(LANDING, "System").simulate(stop=0.1)
    mine = [thread for thread in workers() if thread not in others]
    for thread in mine:
        thread.join(timeout=20)
    assert not any(thread.is_alive() for thread in mine)
    assert not list(tmp_path.rglob("*.tmp"))
    assert all(path.with_suffix(".sum").is_file() for path in tmp_path.rglob("*.so"))
