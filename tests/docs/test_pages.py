"""Every snippet of README and docs runs; the generated pages are complete and the site is built without a warning."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import matplotlib
import pytest

import mosila
from mosila.diagnostics.registry import all_codes
from tests.docs.snippets import ROOT, run_page

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs" / "pages").rglob("*.md"))]
WITHOUT_SNIPPETS = {"design.md"}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_snippet_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    matplotlib.use("agg")
    os.symlink(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)
    count = run_page(page, tmp_path, capsys)
    assert count or page.name in WITHOUT_SNIPPETS


def test_the_site_is_built_without_a_warning(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "mkdocs", "build", "--strict", "-q", "-f", str(ROOT / "docs" / "mkdocs.yml"), "-d", str(tmp_path)]
    answer = subprocess.run(words, capture_output=True, text=True, check=False)
    assert answer.returncode == 0, answer.stderr
    errors, api = ((tmp_path / name / "index.html").read_text(encoding="utf-8") for name in ("errors", "api"))
    assert all(code in errors for code in all_codes())
    assert all(f">{name}<" in api for name in mosila.__all__ if name != "__version__")
