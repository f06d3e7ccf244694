"""Bad models: each ends with a located error and exit code 3, and what was computed until then is in the file."""

from __future__ import annotations

from pathlib import Path

import pytest

from mosila.cli.main import main

MODELS = Path(__file__).with_name("Bad.mo")
AT_START = ("DivisionAtStart", "Singular", "Unsolvable", "UnsolvableInitial", "Missing")
ON_THE_WAY = {"Division": 0.5, "Logarithm": 0.59, "Assertion": 0.5, "Collapse": 0.99, "NotANumber": 0.49, "Reports": 0.49, "Chatter": 0.5}


@pytest.mark.parametrize("name", [*AT_START, *ON_THE_WAY])
def test_a_bad_model(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "out.csv"
    assert main(["simulate", str(MODELS), f"Bad.{name}", "--stop", "2", "-q", "-o", str(file)]) == 3
    said = capsys.readouterr().err
    path, line, column, message = said.removeprefix(f"{MODELS.parent}/").split(":", 3)
    assert (path, message.startswith(" error[")) == (MODELS.name, True)
    assert (line + column).isdigit()
    text = MODELS.read_text(encoding="utf-8").splitlines()[: int(line)]
    owner = name if name not in ("Reports", "Missing") else name.lower()
    assert [words[1] for words in map(str.split, text) if words[0] in ("model", "function")][-1] == owner
    if name in AT_START:
        assert not file.exists()
    else:
        assert float(file.read_text().splitlines()[-1].split(",")[0]) == pytest.approx(ON_THE_WAY[name], abs=0.01)


@pytest.mark.parametrize("name", ["Singular", "Unsolvable", "UnsolvableInitial"])
def test_the_table_of_unknowns(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    main(["simulate", str(MODELS), f"Bad.{name}", "-q"])
    lines = capsys.readouterr().err.splitlines()
    assert "error[R020]" in lines[0]
    assert lines[1].split() == ["variable", "start", "last", "value", "residual"]
    assert lines[2].split()[0] == ("x" if name == "UnsolvableInitial" else "a")
