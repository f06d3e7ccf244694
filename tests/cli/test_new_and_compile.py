"""`mosila new` and `mosila compile`: files to begin with, and compiled ones."""

from __future__ import annotations

import json
import os
from pathlib import Path

import numpy as np
import pytest

import mosila
from mosila.cli.main import VERBS, main
from tests.cli.program import LANDING, run
from tests.running import EXAMPLES


@pytest.mark.parametrize("name", ["First", "Second.mo"])
def test_a_new_model_runs_and_is_in_the_layout(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["new", name, "-q"]) == 0
    (file,) = os.listdir(tmp_path)
    assert file == (name if "." in name else f"{name}.mosila")
    assert main(["simulate", file, "-q"]) == 0
    assert main(["fmt", "--check", file]) == 0


def test_nothing_is_overwritten_and_names_are_names(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "A.mosila").write_text("mine")
    for name, code in (("A", "X135"), ("2nd", "X136"), ("model", "X136"), ("missing/A", "X103")):
        assert main(["new", str(tmp_path / name)]) == 2
        assert code in capsys.readouterr().err
    assert (tmp_path / "A.mosila").read_text() == "mine"


@pytest.fixture(scope="module")
def compiled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("compiled") / "landing.mosimo"
    assert main(["compile", str(LANDING), "System", "-o", str(path), "-q"]) == 0
    return path


def test_a_compiled_model_runs_as_its_source(compiled: Path) -> None:
    source, package = mosila.load(LANDING, "System"), mosila.load(compiled)
    assert package.name == "System"
    for parameters in ({}, {"gr.g": 5.0}):
        first, second = (each.simulate(parameters=parameters) for each in (source, package))
        assert first.options == second.options
        for name in ("time", *first.names):
            assert np.array_equal(first[name], second[name], equal_nan=True)


def test_nothing_is_derived_or_compiled_any_more(compiled: Path, tmp_path: Path) -> None:
    ended = run("simulate", compiled, "--json", MOSILA_CACHE=str(tmp_path / "cache"))
    about = json.loads(ended.output)
    assert about["structures"] == 3
    assert about["cache"] == "hit"
    assert about["timings"]["analyse"] == about["timings"]["flatten"] == 0.0


def test_the_bound_is_stated(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.mosimo"
    assert main(["compile", str(LANDING), "System", "-o", str(path)]) == 0
    assert "System, 3 structures (all that can be reached)" in capsys.readouterr().out
    assert main(["compile", str(LANDING), "System", "-o", str(path), "--structures", "1"]) == 0
    assert "System, 1 structure (more can be reached; --structures is 1)" in capsys.readouterr().out
    assert len(mosila.load(path).simulate(stop=5.0).structures) > 1


def test_files_that_do_not_fit_are_one_clear_line(compiled: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    content, path = compiled.read_bytes(), tmp_path / "bad.mosimo"
    for damaged, words in (
        (b"not compiled", "it is no compiled model"),
        (content[:-5], "it is damaged"),
        (content.replace(f'"{mosila.__version__}"'.encode(), b'"0.0.1"', 1), "mosila 0.0.1 wrote it"),
        (content.replace(b"Linux", b"Plan9", 1), "it is for Plan9"),
    ):
        path.write_bytes(damaged)
        assert main(["simulate", str(path)]) == 2
        said = capsys.readouterr().err
        assert said.startswith(f"mosila: error[X128] {path} cannot be used: ")
        assert words in said
        assert len(said.splitlines()) == 1
    assert main(["simulate", str(tmp_path / "missing.mosimo")]) == 2
    assert "X102" in capsys.readouterr().err
    assert main(["simulate", str(compiled), "Other"]) == 2
    assert "X105" in capsys.readouterr().err


def test_a_compiled_model_has_one_size(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "ladder.mosimo"
    assert main(["compile", str(EXAMPLES / "RcLadder" / "RcLadder.mo"), "-o", str(path), "-q"]) == 0
    assert main(["simulate", str(path), "--set", "n=3"]) == 2
    assert "X121" in capsys.readouterr().err


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_an_example(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main([verb, "--help"])
    text = capsys.readouterr().out
    assert "example" in text
    assert f"mosila {verb}" in text.partition("example")[2]
