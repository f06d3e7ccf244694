"""A machine without a compiler or solver: what is said, by `simulate` and by `doctor`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.program import run, write_clock
from tests.cli.test_processes import make_compiler


def test_no_compiler_where_cc_says(tmp_path: Path) -> None:
    ended = run("simulate", write_clock(tmp_path), CC="/nonexistent/cc")
    assert ended.code == 3
    assert "error[G001] there is no C compiler: CC names `/nonexistent/cc`, which is not there" in ended.messages


def test_no_compiler_on_the_path(tmp_path: Path) -> None:
    ended = run("simulate", write_clock(tmp_path), "--output-format", "full", CC="", PATH=str(tmp_path))
    assert ended.code == 3
    assert "error[G001] there is no C compiler: none of cc, gcc, clang is on the PATH" in ended.messages
    assert "help: to install one type: " in ended.messages


def test_checking_needs_no_compiler(tmp_path: Path) -> None:
    file = tmp_path / "A.mo"
    file.write_text("model A\n  Real x = y;\nend A;\n", encoding="utf-8")
    ended = run("simulate", file, CC="/nonexistent/cc")
    assert ended.code == 1
    assert "error[N" in ended.messages
    assert run("emit", "flat", write_clock(tmp_path), CC="/nonexistent/cc").code == 0


@pytest.mark.parametrize(
    ("script", "reason"),
    [
        ('case "$1" in --version) exit 0;; esac; echo "cc1: error: no room" >&2; exit 1', "cc1: error: no room"),
        ('case "$1" in --version) exit 0;; esac; exit 7', "it ended with code 7"),
    ],
)
def test_a_compiler_that_fails(script: str, reason: str, tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    ended = run("simulate", write_clock(tmp_path), CC=str(make_compiler(tmp_path, script)), MOSILA_CACHE=str(cache))
    assert ended.code == 3
    assert f"error[G002] the C compiler did not take the text that mosila wrote: {reason}; the text is in " in ended.messages
    (kept,) = [path for path in (cache / "failed").iterdir() if f"{path}" in ended.messages]
    assert kept.read_text(encoding="utf-8")


def test_no_solver_in_the_folder_named(tmp_path: Path) -> None:
    ended = run("simulate", write_clock(tmp_path), "--output-format", "full", MOSILA_SUNDIALS=str(tmp_path))
    assert ended.code == 3
    assert f"error[G003] SUNDIALS was not found: no libsundials_ida in {tmp_path}" in ended.messages
    assert "help: to install it type: pip install 'scikit-sundae" in ended.messages


def test_a_solver_that_is_none(tmp_path: Path) -> None:
    (tmp_path / "libsundials_ida.so").write_bytes(b"no library")
    ended = run("simulate", write_clock(tmp_path), MOSILA_SUNDIALS=str(tmp_path))
    assert ended.code == 3
    assert "error[G004] libsundials_ida.so cannot be used: " in ended.messages


def test_doctor_finds_everything_here() -> None:
    ended = run("doctor")
    assert ended.code == 0
    assert "MISSING" not in ended.output
    assert ended.messages == ""


def test_doctor_names_what_is_missing(tmp_path: Path) -> None:
    ended = run("doctor", "--output-format", "json", CC="/nonexistent/cc", MOSILA_SUNDIALS=str(tmp_path))
    assert ended.code == 2
    (diagnostic,) = json.loads(ended.messages)
    assert diagnostic["code"] == "X110"
    assert diagnostic["message"].endswith("missing: C compiler, solver")
    lines = ended.output.splitlines()
    for name in ("C compiler", "solver"):
        (at,) = [k for k, line in enumerate(lines) if line.startswith("MISSING") and name in line]
        assert "type: " in lines[at + 1]
