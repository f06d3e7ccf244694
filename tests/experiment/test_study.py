"""Studies: which cases, on which processes, what fails, and how they go on after a kill."""

from __future__ import annotations

import math
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import pytest

import mosila
from mosila.cli.main import main
from mosila.experiment import pool
from mosila.experiment.case import CaseResult
from mosila.experiment.sampling import factorial, latin_hypercube, monte_carlo

DECAY = """\
model Decay
  parameter Real k(min = 0) = 1;
  parameter Real a = 1;
  parameter Integer n = 1;
  Real x[n](each start = 1, each fixed = true);
  Real bad = sqrt(2 - a);
equation
  for i in 1:n loop
    der(x[i]) = -k * i * x[i];
  end for;
end Decay;
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "Decay.mo"
    path.write_text(DECAY, encoding="utf-8")
    return path


def test_all_combinations() -> None:
    assert factorial({"a": [1, 2], "b": (3.0, 4.0)}) == [{"a": 1, "b": 3.0}, {"a": 1, "b": 4.0}, {"a": 2, "b": 3.0}, {"a": 2, "b": 4.0}]
    with pytest.raises(mosila.MosilaError, match=r"X133.*`a` has no list"):
        factorial({"a": mosila.Uniform(0, 1)})


def test_a_latin_hypercube_has_one_value_in_each_part() -> None:
    cases = latin_hypercube({"a": mosila.Uniform(0, 10), "b": mosila.LogUniform(1, 1000)}, 20, seed=3)
    assert sorted(int(2 * case["a"]) for case in cases) == list(range(20))  # type: ignore[operator]
    assert sorted(int(20 * math.log10(case["b"]) / 3) for case in cases) == list(range(20))  # type: ignore[arg-type]
    assert cases == latin_hypercube({"a": mosila.Uniform(0, 10), "b": mosila.LogUniform(1, 1000)}, 20, seed=3)


def test_monte_carlo_follows_the_distribution() -> None:
    drawn = np.array([case["a"] for case in monte_carlo({"a": mosila.Normal(5.0, 2.0)}, 4000, seed=1)], dtype=float)
    assert drawn.mean() == pytest.approx(5.0, abs=0.15)
    assert drawn.std() == pytest.approx(2.0, rel=0.05)
    assert {case["a"] for case in monte_carlo({"a": [1, 2, 3]}, 100, seed=1)} == {1, 2, 3}


def test_a_study_on_processes_gives_what_runs_give(file: Path) -> None:
    model = mosila.load(file)
    study = mosila.Study(model, {"k": mosila.linspace(1.0, 3.0, 3), "n": [1, 2]}, observe="x[1]", tolerance=1e-9, intervals=4)
    dataset = study.run(processes=2)
    assert dataset["x[1]"].dims == ("k", "n", "time")
    for k in (1.0, 2.0, 3.0):
        assert dataset["x[1]"].sel(k=k, n=2).values == pytest.approx(np.exp(-k * dataset["time"].values), rel=1e-6)
    alone = mosila.Study(model, {"k": mosila.linspace(1.0, 3.0, 3), "n": [1, 2]}, observe="x[1]", tolerance=1e-9, intervals=4).run(
        processes=1
    )
    assert alone.identical(dataset)


def test_failed_cases_are_reported_and_not_fatal(file: Path) -> None:
    study = mosila.Study(mosila.load(file), {"a": [1.0, 3.0], "k": [1.0, -1.0]}, intervals=2)
    dataset = study.run(processes=1)
    assert dataset["failed"].values.tolist() == [[False, True], [True, True]]
    assert [message[:4] for _, message in study.failures] == ["X122", "R001", "X122"]
    assert np.isnan(dataset["x[1]"].values[1, 1]).all()


def test_wrong_studies(file: Path, tmp_path: Path) -> None:
    model = mosila.load(file)
    for ranges, settings, words in (
        ({}, {}, "X133.*no parameter varies"),
        ({"k": [1.0]}, {"sampling": "magic"}, "X133.*no sampling `magic`"),
        ({"k": mosila.Uniform(0, 1)}, {"sampling": "latin", "samples": 0}, "X133"),
        ({"kk": [1.0]}, {}, "X120"),
        ({"k": [1.0]}, {"observe": "y"}, "X125"),
        ({"k": [1.0]}, {"parameters": {"b": 1.0}}, "X120"),
        ({"k": [1.0]}, {"stop": -1.0}, "X101"),
    ):
        with pytest.raises(mosila.MosilaError, match=words):
            mosila.Study(model, ranges, **settings)
    mosila.Study(model, {"k": [1.0]}, folder=tmp_path / "study")
    with pytest.raises(mosila.MosilaError, match="X134"):
        mosila.Study(model, {"k": [2.0]}, folder=tmp_path / "study")


def test_a_process_that_dies_costs_its_case_only(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Doomed(pool._Worker):
        def run(self, parameters: Mapping[str, object]) -> CaseResult:
            process = self._start()
            if parameters == {"k": 2.0}:
                process.kill()
                monkeypatch.setattr(process, "poll", lambda: None)
            return super().run(parameters)

    monkeypatch.setattr(pool, "_Worker", Doomed)
    study = mosila.Study(mosila.load(file), {"k": [1.0, 2.0, 3.0]}, intervals=2)
    dataset = study.run(processes=2)
    assert dataset["failed"].values.tolist() == [False, True, False]
    assert study.failures == [({"k": 2.0}, "the process that ran it ended with code -9")]


SLOW = """\
import sys, mosila
study = mosila.Study(mosila.load(sys.argv[1]), {"k": mosila.linspace(1, 2, 40)}, intervals=200, folder=sys.argv[2])
study.run(processes=2)
"""


def test_a_killed_study_goes_on_where_it_was(file: Path, tmp_path: Path) -> None:
    folder = tmp_path / "study"
    process = subprocess.Popen([sys.executable, "-c", SLOW, str(file), str(folder)])
    begin = time.monotonic()
    while len(list(folder.glob("0*.npz"))) < 3:
        assert time.monotonic() - begin < 100
        time.sleep(0.005)
    process.send_signal(signal.SIGKILL)
    process.wait()
    done = {path.name: path.stat().st_mtime_ns for path in folder.glob("0*.npz")}
    assert len(done) >= 3
    (folder / min(done)).write_bytes(b"damaged")
    ran: list[int] = []
    study = mosila.Study(mosila.load(file), {"k": mosila.linspace(1, 2, 40)}, intervals=200, folder=folder)
    dataset = study.run(processes=1, progress=lambda done, of: ran.append(done))
    assert len(ran) == 40 - len(done) + 1
    assert not dataset["failed"].values.any()
    assert dataset["x[1]"].values[:, -1] == pytest.approx(np.exp(-np.array(mosila.linspace(1, 2, 40))), rel=1e-4)
    kept = {name: stamp for name, stamp in done.items() if name != min(done)}
    assert {name: (folder / name).stat().st_mtime_ns for name in kept} == kept


def test_the_command(file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["sweep", str(file), "--vary", "k=1:3:3", "--vary", "a=1,3", "--processes", "1", "--intervals", "2", "--set", "n=2"]
    assert main([*words, "--observe", "x[2]", "-o", str(tmp_path / "out.csv")]) == 0
    out = capsys.readouterr().out
    assert out.startswith("Decay: 6 cases, 3 done, 3 failed\n")
    assert "k=1.0, a=3: R001" in out
    lines = (tmp_path / "out.csv").read_text().splitlines()
    assert lines[0] == "k,a,time,x[2]"
    assert len(lines) == 1 + 6 * 3
    for wrong, code in (("k", "X124"), ("k=magic(1,2)", "X124"), ("k=a:b:3", "X124"), ("kk=1,2", "X120")):
        assert main(["sweep", str(file), "--vary", wrong]) == 2
        assert code in capsys.readouterr().err
    drawn = ["--vary", "k=normal(2,0.1)", "--sampling", "random", "--samples", "3"]
    assert main(["sweep", str(file), *drawn, "--processes", "1", "-q"]) == 0


def test_dask(file: Path) -> None:
    distributed = pytest.importorskip("distributed")
    with distributed.Client(n_workers=2, threads_per_worker=1, dashboard_address=None) as client:
        dataset = mosila.Study(mosila.load(file), {"k": [1.0, 2.0, -1.0]}, intervals=2).run(client=client)
    assert dataset["failed"].values.tolist() == [False, False, True]
    assert dataset["x[1]"].values[1, -1] == pytest.approx(math.exp(-2.0), rel=1e-4)
