"""Result files: the same content in all formats, read back equal; other programs read and write them too; never half a file."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import DyMat
import h5py
import numpy as np
import pyarrow.parquet
import pytest
import scipy.io

from mosila.diagnostics.diagnostic import MosilaError
from mosila.results import Result
from mosila.results.files import FORMATS, read_result, write_result
from mosila.runtime.journal import Journal
from mosila.runtime.spool import Spool
from tests.results.fakes import two_structures
from tests.running import EXAMPLES, run_file, run_text

LANDING = EXAMPLES / "LandingDevice" / "LandingDevice.mosila"
ENDINGS = pytest.mark.parametrize("ending", FORMATS)
FIELDS = ("model", "variables", "events", "structures", "chart_steps", "warnings", "timings", "counts", "options", "stop_reason")

CIRCUIT = """\
model Circuit "Equal and opposite variables"
  parameter Real R(unit = "Ohm") = 2 "resistance";
  Real i(unit = "A") = time "current, with an umlaut: Strom fließt";
  Real j(unit = "A") = -i;
  Real k = i;
  Real v(unit = "V") = R * i;
end Circuit;
"""


@pytest.fixture(scope="module")
def landing() -> Result:
    return run_file(LANDING, "System", stop=25.0, intervals=100)


def assert_equal(first: Result, second: Result) -> None:
    assert first.time.tobytes() == second.time.tobytes()
    for name in first.names:
        assert np.array_equal(first[name], second[name], equal_nan=True), name
    for field in FIELDS:
        assert getattr(first, field) == getattr(second, field), field
    assert np.array_equal(first.row_kinds, second.row_kinds)
    assert [(each.structure, len(each)) for each in first.segments] == [(each.structure, len(each)) for each in second.segments]


@ENDINGS
def test_a_result_reads_back_equal(ending: str, landing: Result, tmp_path: Path) -> None:
    for result in (landing, two_structures()):
        write_result(result, tmp_path / f"out{ending}")
        assert_equal(result, read_result(tmp_path / f"out{ending}"))


@ENDINGS
def test_chosen_variables_alone(ending: str, tmp_path: Path) -> None:
    result = two_structures()
    write_result(result, tmp_path / f"out{ending}", ["on", "boost.m"])
    found = read_result(tmp_path / f"out{ending}")
    assert found.names == ("on", "boost.m")
    assert found["boost.m"].tolist()[3:] == [100.0, 1 / 3]


@ENDINGS
def test_a_result_without_rows(ending: str, tmp_path: Path) -> None:
    result = Result(model="M", variables=two_structures().variables, segments=())
    write_result(result, tmp_path / f"out{ending}")
    assert_equal(result, read_result(tmp_path / f"out{ending}"))


@ENDINGS
def test_damaged_files_are_refused_in_one_line(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"out{ending}"
    with pytest.raises(MosilaError, match=r"X102.*no such file"):
        read_result(path)
    write_result(two_structures(), path)
    content = path.read_bytes()
    for damaged in (b"", b"\x00\x01garbage\xff", content[: len(content) // 2] if ending != ".csv" else b"time,x\n1,two\n"):
        path.write_bytes(damaged)
        with pytest.raises(MosilaError, match="X127") as raised:
            read_result(path)
        assert "\n" not in raised.value.diagnostics[0].message


@ENDINGS
def test_a_full_disk_leaves_nothing_behind(ending: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(source: object, target: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", fail)
    with pytest.raises(MosilaError, match=r"X103.*no space left"):
        write_result(two_structures(), tmp_path / f"out{ending}")
    assert list(tmp_path.iterdir()) == []


def test_dymat_reads_the_matlab_file(landing: Result, tmp_path: Path) -> None:
    path = tmp_path / "out.mat"
    write_result(landing, path)
    found = DyMat.DyMatFile(str(path))
    assert set(found.names()) == set(landing.names)
    for name in landing.names:
        if len(found.data(name)) > 2:
            assert np.array_equal(found.data(name), landing[name], equal_nan=True)
            assert np.array_equal(found.abscissa(name, valuesOnly=True), landing.time)
        else:
            assert set(found.data(name)) == set(landing[name])


def test_equal_variables_share_a_row_of_the_matlab_file(tmp_path: Path) -> None:
    result = run_text(CIRCUIT, suffix=".mo")
    write_result(result, tmp_path / "out.mat")
    content = scipy.io.loadmat(tmp_path / "out.mat", chars_as_strings=False)
    assert list(content)[:6] == ["Aclass", "name", "description", "dataInfo", "data_1", "data_2"]
    names = ["".join(column).rstrip("\0") for column in content["name"].T]
    info = {name: tuple(column) for name, column in zip(names, content["dataInfo"].T, strict=True)}
    assert info["time"][1] == 1
    assert info["R"][0] == 1
    assert info["i"][:2] == info["k"][:2]
    assert info["j"][1] == -info["i"][1]
    assert content["data_1"].shape == (2, 2)
    assert content["data_2"].shape == (3, len(result.time))
    found = read_result(tmp_path / "out.mat")
    assert np.array_equal(found["j"], -result.time)
    assert found.variable("i").description == "current, with an umlaut: Strom fließt"


def test_a_matlab_file_of_another_program(tmp_path: Path) -> None:
    """As Dymola writes it: without our last matrix; units stand in the descriptions."""
    write_result(run_text(CIRCUIT, suffix=".mo"), tmp_path / "out.mat")
    content = (tmp_path / "out.mat").read_bytes()
    (tmp_path / "other.mat").write_bytes(content[: content.rindex(b"mosila\0") - 20])
    found = read_result(tmp_path / "other.mat")
    assert found.variable("i").unit == "A"
    assert found["v"][-1] == 2.0
    assert found.model == "other"


def test_a_csv_file_of_another_program(tmp_path: Path) -> None:
    (tmp_path / "other.csv").write_text('"time","x"\n0,1\n1,2\n1,5\n2,\n')
    found = read_result(tmp_path / "other.csv")
    assert found.row_kinds.tolist() == [0, 1, 2, 0]
    assert np.isnan(found["x"][-1])


def test_units_are_metadata(tmp_path: Path) -> None:
    result = run_text(CIRCUIT, suffix=".mo")
    for ending in FORMATS:
        write_result(result, tmp_path / f"out{ending}")
    beside = json.loads((tmp_path / "out.csv.json").read_text())
    assert {each["name"]: each["unit"] for each in beside["variables"]}["R"] == "Ohm"
    schema = pyarrow.parquet.read_schema(tmp_path / "out.parquet")
    assert schema.field("R").metadata == {b"unit": b"Ohm", b"description": b"resistance"}
    with h5py.File(tmp_path / "out.h5") as file:
        assert file["variables/R"].attrs["unit"] == "Ohm"


def test_kinds_of_columns_in_parquet(tmp_path: Path) -> None:
    write_result(two_structures(), tmp_path / "out.parquet")
    table = pyarrow.parquet.read_table(tmp_path / "out.parquet")
    assert [str(table.schema.field(name).type) for name in ("n", "on", "boost.m")] == ["int64", "bool", "double"]
    assert table.column("boost.m").to_pylist() == [None, None, None, 100.0, 1 / 3]


def test_rows_beyond_memory_go_to_a_file_and_come_back(tmp_path: Path) -> None:
    spool = Spool(tmp_path, in_memory=1000)
    rows = [np.random.default_rng(k).normal(size=(10, 5)) for k in range(10)]
    kept = [spool.keep(each) for each in rows]
    assert isinstance(kept[0], np.ndarray)
    assert isinstance(kept[-1], int)
    stored = [spool.rows(10, 5, each) for each in kept]
    for wanted, found in zip(rows, stored, strict=True):
        assert np.array_equal(found.read(0, 10), wanted)
        assert np.array_equal(found.read(3, 7), wanted[3:7])
    assert list(tmp_path.iterdir()) == []


def test_a_journal_keeps_its_order_in_memory_and_in_the_file(tmp_path: Path) -> None:
    journal = Journal(Spool(tmp_path), lambda raw: raw[0] * 10, most=4)
    for number in range(11):
        journal.append((number,))
    assert list(journal) == [10 * number for number in range(11)]
    assert (journal[-1], journal[2], journal[3:6]) == (100, 20, (30, 40, 50))
    journal.shorten(6)
    journal.append((99,))
    assert list(journal) == [0, 10, 20, 30, 40, 50, 990]
    assert journal == [0, 10, 20, 30, 40, 50, 990]


MEASURE = """\
import resource, sys
from mosila.cli.main import main
code = main(["simulate", *sys.argv[1:]])
print(code, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def peak_memory(*words: object) -> float:
    """The largest memory of a run, in megabytes."""
    answer = subprocess.run([sys.executable, "-c", MEASURE, *map(str, words)], capture_output=True, text=True, check=True)
    code, kilobytes = answer.stdout.split()
    assert code == "0", answer.stderr
    return float(kilobytes) / 1024


def test_memory_does_not_grow_with_the_result(tmp_path: Path) -> None:
    ladder = EXAMPLES / "RcLadder" / "RcLadder.mo"
    words = ("simulate.mat", ladder, "--set", "n=40", "--tol", "1e-4", "-q", "-o")[1:]
    small = peak_memory(*words, tmp_path / "small.mat", "--intervals", 1_000)
    large = peak_memory(*words, tmp_path / "large.mat", "--intervals", 400_000)
    written = (tmp_path / "large.mat").stat().st_size / 2**20
    assert written > 400
    assert large - small < 120


@pytest.mark.parametrize("ending", FORMATS)
def test_a_kill_leaves_no_corrupt_file(ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"out{ending}"
    write_result(two_structures(), path)
    words = [EXAMPLES / "RcLadder" / "RcLadder.mo", "--set", "n=30", "--tol", "1e-4", "--intervals", "300000", "-q", "-o", path]
    process = subprocess.Popen([sys.executable, "-m", "mosila", "simulate", *map(str, words)])
    begin = time.monotonic()
    while not list(tmp_path.glob(".out*")) and process.poll() is None:
        assert time.monotonic() - begin < 100
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert_equal(two_structures(), read_result(path))
