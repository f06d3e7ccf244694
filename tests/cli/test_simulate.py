"""`mosila simulate`: what it prints and writes."""

from __future__ import annotations

import csv
import io
import json
import math
import re
import time
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from mosila.cli.main import main
from mosila.cli.progress import ProgressBar, describe_progress
from mosila.options import make_options
from mosila.runtime.execute import Execution
from tests.cli.program import BALL, LANDING, run, write_clock
from tests.running import run_file

TIMINGS = ["parse", "flatten", "analyse", "emit", "compile", "initialise", "integrate", "write"]


def read(path: Path) -> tuple[list[str], list[list[str]]]:
    with path.open(encoding="utf-8", newline="") as stream:
        header, *rows = csv.reader(stream)
    return header, rows


def test_the_json_object(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", str(LANDING), "System", "--stop", "5", "--json"]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    about = json.loads(said.out)
    counts = ("steps", "events", "structures", "variables", "states")
    assert list(about) == ["model", "timings", *counts, "cache", "stop_reason", "settings"]
    assert about["settings"]["stop"] == {"value": 5.0, "from": "given"}
    assert about["settings"]["tolerance"] == {"value": 1e-8, "from": "annotation"}
    assert about["model"] == "System"
    assert list(about["timings"]) == TIMINGS
    assert all(isinstance(value, float) and value >= 0.0 for value in about["timings"].values())
    assert all(isinstance(about[name], int) and about[name] > 0 for name in counts)
    assert (about["structures"], about["states"]) == (2, 3)
    assert about["cache"] in ("hit", "miss")
    assert about["stop_reason"] == "stop time reached"


def test_the_cache_is_missed_once(tmp_path: Path) -> None:
    file, cache = write_clock(tmp_path), str(tmp_path / "cache")
    first, second = (run("simulate", file, "--json", MOSILA_CACHE=cache) for _ in range(2))
    assert (first.code, second.code) == (0, 0)
    assert json.loads(first.output)["cache"] == "miss"
    assert json.loads(second.output)["cache"] == "hit"


def test_the_summary_tells_the_last_values_unless_a_file_has_them(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write_clock(tmp_path)
    assert main(["simulate", str(file), "--stop", "2"]) == 0
    text = capsys.readouterr().out
    assert text.startswith("Clock: time 0 to 2, stop time reached\n")
    assert re.search(r"^  x = 2(\.0+\d*)?$|^  x = 1\.99999\d+$", text, re.MULTILINE)
    assert main(["simulate", str(file), "-o", str(tmp_path / "out.csv")]) == 0
    assert "x = " not in capsys.readouterr().out


def test_quiet(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = write_clock(tmp_path)
    assert main(["simulate", str(file), "-q", "-o", str(tmp_path / "out.csv")]) == 0
    assert capsys.readouterr() == ("", "")
    assert (tmp_path / "out.csv").exists()
    assert main(["simulate", str(file), "-q", "--stop", "-1"]) == 2
    assert "X101" in capsys.readouterr().err


def test_verbose_prints_the_structure_log(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", str(LANDING), "System", "--stop", "3", "-v"]) == 0
    lines = capsys.readouterr().err.splitlines()
    times = [float(match[1]) for line in lines if (match := re.match(r"t = (\S+): ", line))]
    assert len(times) == len(lines) == 4
    assert times == sorted(times)
    assert times[0] == 0.0
    assert times[1] == pytest.approx(5 / 9.81, rel=1e-6)
    assert [re.findall(r"[+-] (?:gr|boost)\b", line) for line in lines] == [["+ gr"], ["+ boost"], ["- boost"], ["+ boost"]]
    assert [found for line in lines for found in re.findall(r"structure \d \((?:new|known\))", line)] == [
        "structure 1 (new",
        "structure 2 (new",
        "structure 1 (known)",
        "structure 2 (known)",
    ]


def test_more_verbose_prints_values(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", str(LANDING), "System", "--stop", "1", "-vv"]) == 0
    assert re.search(r"^    carried +body\.v = -5(\.0+\d*)?$", capsys.readouterr().err, re.MULTILINE)


def test_csv_header_and_cells(tmp_path: Path) -> None:
    path = tmp_path / "out.csv"
    assert main(["simulate", str(LANDING), "System", "--stop", "5", "--tol", "1e-8", "-q", "-o", str(path)]) == 0
    header, rows = read(path)
    assert header[0] == "time"
    assert {"body.s", "body.v", "boost.m", "landed"} < set(header)
    assert len(set(header)) == len(header)
    assert {len(row) for row in rows} == {len(header)}
    column = {name: [row[k] for row in rows] for k, name in enumerate(header)}
    assert set(column["landed"]) == {"false"}
    times = [float(cell) for cell in column["time"]]
    assert (times[0], times[-1]) == (0.0, 5.0)
    assert times == sorted(times)
    first = times.index(min(time for time, cell in zip(times, column["boost.m"], strict=True) if cell))
    assert set(column["boost.m"][: first + 1]) == {""}
    assert column["boost.m"][first + 1] == "100.0"
    assert times[first] == times[first + 1] == pytest.approx(5 / 9.81, rel=1e-7)
    assert float(column["body.a"][first]) == pytest.approx(-9.81)
    assert float(column["body.a"][first + 1]) > 0.0


def test_csv_numbers_are_the_computed_ones_to_the_last_digit(tmp_path: Path) -> None:
    path = tmp_path / "out.csv"
    assert main(["simulate", str(BALL), "--stop", "1", "-q", "-o", str(path)]) == 0
    header, rows = read(path)
    result = run_file(BALL, stop=1.0)
    for name in ("h", "v"):
        assert [float(row[header.index(name)]) for row in rows] == result[name].tolist()


def test_both_limits_at_an_event(tmp_path: Path) -> None:
    path = tmp_path / "out.csv"
    assert main(["simulate", str(BALL), "--stop", "0.6", "-q", "-o", str(path)]) == 0
    header, rows = read(path)
    impacts = [int(row[header.index("impacts")]) for row in rows]
    right = impacts.index(1)
    before, after = rows[right - 1], rows[right]
    assert before[0] == after[0]
    assert float(after[0]) == pytest.approx(math.sqrt(2 / 9.81), rel=1e-6)
    assert float(after[header.index("v")]) == pytest.approx(-0.95 * float(before[header.index("v")]), rel=1e-12)


def test_the_grid_has_as_many_intervals_as_wanted(tmp_path: Path) -> None:
    path = tmp_path / "out.csv"
    assert main(["simulate", str(write_clock(tmp_path)), "--start", "1", "--stop", "3", "--intervals", "4", "-q", "-o", str(path)]) == 0
    assert [float(row[0]) for row in read(path)[1]] == [1.0, 1.5, 2.0, 2.5, 3.0]


def test_the_annotation_counts_unless_a_flag_is_given(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", str(BALL)]) == 0
    assert "time 0 to 10," in capsys.readouterr().out
    assert main(["simulate", str(BALL), "--stop", "2"]) == 0
    assert "time 0 to 2," in capsys.readouterr().out


@pytest.mark.parametrize(("name", "magic"), [("out.png", b"\x89PNG"), ("out.svg", b"<?xml"), ("out.pdf", b"%PDF")])
def test_plot(name: str, magic: bytes, tmp_path: Path) -> None:
    assert main(["simulate", str(write_clock(tmp_path)), "-q", "--plot", str(tmp_path / name)]) == 0
    assert (tmp_path / name).read_bytes().startswith(magic)


def test_a_run_that_fails_leaves_its_rows(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model, path = tmp_path / "A.mo", tmp_path / "out.csv"
    model.write_text("model A\n  Real x(start = 1, fixed = true);\nequation\n  der(x) = x * x;\nend A;\n", encoding="utf-8")
    assert main(["simulate", str(model), "--stop", "2", "-o", str(path)]) == 3
    assert re.search(r"error\[R\d{3}\]", capsys.readouterr().err)
    times = [float(row[0]) for row in read(path)[1]]
    assert 0.9 < times[-1] <= 1.001


@pytest.mark.parametrize("name", ["missing/out.csv", "."])
def test_a_file_that_cannot_be_written_is_told_before_the_run(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = write_clock(tmp_path)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.csv").mkdir()
    wanted = "folder.csv" if name == "." else name
    assert main(["simulate", str(file), "--stop", "1e9", "-o", wanted]) == 2
    assert f"error[X103] cannot write {wanted}" in capsys.readouterr().err


def test_an_unknown_model_is_guessed_and_not_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", str(LANDING), "Sytem"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "error[X105]" in said.err
    assert "did you mean `System`?" in said.err


def test_the_summary_says_where_settings_come_from(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", str(BALL), "--stop", "2", "--interval", "0.5"]) == 0
    text = capsys.readouterr().out
    assert "start 0 (of the model), stop 2 (given), tolerance 1e-08 (of the model), interval 0.5 (given), solver ida (default)" in text


def test_values_patterns_and_several_files(tmp_path: Path) -> None:
    words = ["simulate", str(LANDING), "System", "--stop", "1", "--set", "gr.g=1.62", "--set", "body.s=50", "--observe", "body.[sv]", "-q"]
    assert main([*words, "-o", str(tmp_path / "a.csv"), "-o", str(tmp_path / "b.h5"), "--plot", str(tmp_path / "c.html")]) == 0
    header, rows = read(tmp_path / "a.csv")
    assert header == ["time", "body.s", "body.v"]
    assert float(rows[0][1]) == 50.0
    assert float(rows[-1][2]) == pytest.approx(-1.62)
    assert "body.v" in (tmp_path / "c.html").read_text(encoding="utf-8")
    assert sorted(file.name for file in tmp_path.iterdir()) == ["a.csv", "a.csv.json", "b.h5", "c.html"]


def test_a_progress_line() -> None:
    assert describe_progress(0.0, 5.0, 10.0, 2.0) == f"[{'#' * 15}{'.' * 15}]  50 %  t = 5 of 10  2.5 s/s\x1b[K"


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(("stream", "is_shown"), [(Terminal(), True), (io.StringIO(), False)])
def test_the_bar_is_for_terminals_alone(stream: io.StringIO, is_shown: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mosila.cli.progress.EVERY", 0.001)
    monkeypatch.setattr("mosila.cli.progress.BEFORE", 0.0)
    execution = SimpleNamespace(options=make_options(stop=10.0), run=SimpleNamespace(time=4.0))
    with ProgressBar(stream) as bar:
        bar(cast(Execution, execution))
        while is_shown and "\r" not in stream.getvalue():
            time.sleep(0.001)
    assert ("40 %  t = 4 of 10" in stream.getvalue()) == is_shown
    assert stream.getvalue().endswith("\r\x1b[K") == is_shown
