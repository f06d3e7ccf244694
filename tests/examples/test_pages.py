"""The page of each example: its commands and its script print what it shows; its picture is there and is what the script draws."""

from __future__ import annotations

import os
from pathlib import Path

import matplotlib
import pytest

from mosila.cli.main import main
from tests.docs.snippets import ROOT, blocks, run_page

PAGES = sorted((ROOT / "examples").glob("*/README.md"))
QUICK = [page.parent for page in PAGES if any(block.language == "console" for block in blocks(page))]
"""What runs in seconds; a page whose script takes longer shows its commands as plain text and has a test of its own."""
LARGEST = 60_000


@pytest.mark.parametrize("folder", QUICK, ids=lambda folder: folder.name)
def test_an_example_runs_as_its_page_says(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    matplotlib.use("agg")
    os.symlink(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    commands = "".join(block.text for block in blocks(folder / "README.md"))
    assert f"$ mosila simulate examples/{folder.name}/" in commands
    assert f"$ python examples/{folder.name}/experiment.py" in commands
    run_page(folder / "README.md", tmp_path, capsys)
    drawn, kept = (place / f"{folder.name}.png" for place in (tmp_path, folder))
    assert drawn.stat().st_size < LARGEST
    assert abs(kept.stat().st_size - drawn.stat().st_size) < 0.1 * drawn.stat().st_size


def test_every_page_is_in_the_index() -> None:
    index = (ROOT / "examples" / "README.md").read_text(encoding="utf-8")
    assert len(QUICK) >= 9
    for folder in (page.parent for page in PAGES):
        assert f"]({folder.name}/README.md)" in index
        assert f"({folder.name}/{folder.name}.png)" in index


@pytest.mark.parametrize("name", sorted(path.parent.name for path in (ROOT / "examples").glob("*/README.md")))
def test_an_example_is_checked_without_a_warning(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    # The depths of a stack have ports without flows: they are complete only where they are attached.
    words = [str(ROOT / "examples" / name / "FuelCell.mosila"), "Morning"] if name == "FuelCell" else [str(ROOT / "examples" / name)]
    assert main(["check", "-q", *words]) == 0
    assert capsys.readouterr().err == ""
