"""Processes that share a cache, are killed or interrupted, or have no cache to write to."""

from __future__ import annotations

import json
import os
import signal
import stat
import time
from pathlib import Path

import pytest

from tests.cli.program import LANDING, run, start, wait, write_clock


def wait_for(path: Path, count: int = 1) -> None:
    """Wait until so many files have come into a folder."""
    for _ in range(6000):
        if path.is_dir() and len(list(path.iterdir())) >= count:
            return
        time.sleep(0.01)
    raise AssertionError(f"nothing came into {path}")


def make_compiler(folder: Path, script: str) -> Path:
    """A compiler that is a shell script."""
    compiler = folder / "compiler"
    compiler.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    compiler.chmod(compiler.stat().st_mode | stat.S_IXUSR)
    return compiler


def test_two_processes_at_once_with_an_empty_cache(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    words = ("simulate", LANDING, "System", "--stop", "5")
    processes = [start(*words, "-q", "-o", tmp_path / f"{k}.csv", MOSILA_CACHE=str(cache)) for k in range(2)]
    assert [wait(process) for process in processes] == [(0, "", "")] * 2
    assert (tmp_path / "0.csv").read_bytes() == (tmp_path / "1.csv").read_bytes()
    assert not [path for path in cache.rglob("*") if path.suffix == ".tmp"]
    assert json.loads(run(*words, "--json", MOSILA_CACHE=str(cache)).output)["cache"] == "hit"


def test_a_process_killed_while_compiling_leaves_a_cache_that_works(tmp_path: Path) -> None:
    cache, started = tmp_path / "cache", tmp_path / "started"
    started.mkdir()
    script = f'case "$1" in --version) exec cc "$@";; esac\ntouch {started}/$$\nhead -c 1 >/dev/null\nexec sleep 60'
    slow = make_compiler(tmp_path, script)
    words = ("simulate", write_clock(tmp_path), "--json")
    process = start(*words, MOSILA_CACHE=str(cache), CC=str(slow))
    wait_for(started)
    process.send_signal(signal.SIGKILL)
    process.wait(timeout=60)
    for path in started.iterdir():
        os.kill(int(path.name), signal.SIGKILL)
    process.communicate()
    assert list((cache / "kernels").glob("*.tmp")), "it was not killed in the middle"
    slow.write_text('#!/bin/sh\nexec cc "$@"\n', encoding="utf-8")
    ended = run(*words, MOSILA_CACHE=str(cache), CC=str(slow))
    assert (ended.code, ended.messages) == (0, "")
    assert json.loads(ended.output)["cache"] == "miss"


@pytest.mark.parametrize("content", [b"", b"not a library", None], ids=["empty", "garbage", "half"])
def test_a_damaged_library_in_the_cache_is_made_anew(content: bytes | None, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    words = ("simulate", write_clock(tmp_path), "-q")
    assert run(*words, MOSILA_CACHE=str(cache)).code == 0
    libraries = [path for path in (cache / "kernels").iterdir() if path.suffix != ".tmp"]
    assert libraries
    for path in libraries:
        path.write_bytes(path.read_bytes()[:3000] if content is None else content)
    assert run(*words, MOSILA_CACHE=str(cache)) == (0, "", "")


def test_a_cache_that_cannot_be_written_only_costs_time(tmp_path: Path) -> None:
    occupied = tmp_path / "file"
    occupied.write_text("no folder", encoding="utf-8")
    words = ("simulate", write_clock(tmp_path), "--json")
    for _ in range(2):
        ended = run(*words, MOSILA_CACHE=str(occupied / "cache"))
        assert (ended.code, ended.messages) == (0, "")
        assert json.loads(ended.output)["cache"] == "miss"
    assert occupied.read_text(encoding="utf-8") == "no folder"


@pytest.mark.parametrize("model", ["smooth", "chart"])
def test_an_interrupt_ends_a_long_run_and_leaves_its_rows(model: str, tmp_path: Path) -> None:
    file, out = tmp_path / "Long.mosila", tmp_path / "out.csv"
    file.write_text(LONG[model], encoding="utf-8")
    words = ("simulate", file, "--stop", "1e9", "--intervals", "100000000", "-v", "-o", out)
    assert run("simulate", file, "-q", "--stop", "0.1").code == 0
    process = start(*words)
    assert process.stderr is not None
    assert process.stderr.readline().startswith("t = 0: ")
    time.sleep(0.5)
    process.send_signal(signal.SIGINT)
    ended = wait(process)
    assert ended.code == 130
    assert "interrupted" in ended.output + ended.messages
    header, first, *_, last = out.read_text(encoding="utf-8").splitlines()
    assert header.startswith("time,")
    assert float(first.split(",")[0]) == 0.0
    assert 0.0 < float(last.split(",")[0]) < 1e9


LONG = {
    "smooth": """\
model Long
  Real x(start = 1, fixed = true);
  Real v(start = 0, fixed = true);
equation
  der(x) = v;
  der(v) = -1e4 * x;
end Long;
""",
    "chart": """\
model Long
  Real x(start = 0, fixed = true);
  discrete Integer n(start = 0);
equation
  der(x) = 1;
statechart
  state Chart extends State;
    State up(isInitial = true), again;
    transition up -> again guard x > 0.001 action x := 0; n := n + 1; end transition;
    transition again -> up end transition;
  end Chart;
end Long;
""",
}
