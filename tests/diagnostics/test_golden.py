"""Each wrong model gives its located error word for word, the exit code of its stage, and no traceback."""

from __future__ import annotations

import shlex
from pathlib import Path

import pytest

from mosila.cli.main import main

FOLDER = Path(__file__).parent
CASES = sorted(path for path in FOLDER.glob("*/model.mo*") if path.suffix in (".mo", ".mosila"))


def command(path: Path) -> list[str]:
    """The command on the model's first line, else `simulate`."""
    first = path.read_text(encoding="utf-8", errors="replace").partition("\n")[0]
    if first.startswith("// mosila "):
        return shlex.split(first.removeprefix("// mosila "))
    return ["simulate", path.name]


@pytest.mark.parametrize("path", CASES, ids=lambda path: path.parent.name)
def test_wrong_model(path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], update_golden: bool) -> None:
    monkeypatch.chdir(path.parent)
    code = main([*command(path), "--output-format", "full"])
    said = capsys.readouterr().err
    expected = path.parent / "expected.txt"
    if update_golden:
        expected.write_text(said, encoding="utf-8")
    assert said == expected.read_text(encoding="utf-8")
    letter = path.parent.name[0]
    is_warning = f"warning[{path.parent.name}]" in said
    assert code == (0 if is_warning else 2 if letter == "X" else 3 if letter in "GR" else 1)
    assert "Traceback" not in said
