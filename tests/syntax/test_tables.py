"""The tables that lie beside the grammar are those of this grammar; another grammar is analysed."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from mosila.syntax import stored_tables, tables
from mosila.syntax.stored_tables import tables_file, write_out


def test_the_tables_are_those_of_the_grammar(update_golden: bool) -> None:
    grammar = tables.grammar_text()
    expected = write_out(grammar, tables.analyse(grammar))
    if update_golden:
        tables_file().write_text(expected, encoding="utf-8")
    assert tables_file().read_text(encoding="utf-8") == expected, (
        "write them anew with `pytest --update-golden tests/syntax/test_tables.py`"
    )


def test_they_do_not_depend_on_the_process() -> None:
    program = "from mosila.syntax.tables import *; import json; print(json.dumps(analyse(grammar_text())))"
    told = [
        subprocess.run([sys.executable, "-c", program], env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True, check=True).stdout
        for seed in ("1", "2")
    ]
    assert told[0] == told[1]


def test_stored_tables_are_read_as_they_were_made() -> None:
    grammar = tables.grammar_text()
    assert json.dumps(stored_tables.stored_tables(grammar)) == json.dumps(tables.analyse(grammar))


def test_a_changed_grammar_is_analysed_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MOSILA_CACHE", str(tmp_path))
    changed = tables.grammar_text().replace('"encapsulated"', '"enclosed"')
    assert changed != tables.grammar_text()
    monkeypatch.setattr(tables, "grammar_text", lambda: changed)
    made = tables.load_tables.__wrapped__()
    assert made.keywords["enclosed"]
    assert "encapsulated" not in made.keywords
    (kept,) = tmp_path.glob("grammar/*.tables")
    kept.write_bytes(kept.read_bytes()[:1000])
    assert tables.load_tables.__wrapped__().keywords == made.keywords
    monkeypatch.setattr(tables, "analyse", None)
    assert tables.load_tables.__wrapped__().keywords == made.keywords


@pytest.mark.parametrize("content", ["", "{", '{"grammar": "another"}'])
def test_a_file_that_is_of_no_use_is_left_aside(content: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "tables.json"
    file.write_text(content)
    monkeypatch.setattr(stored_tables, "tables_file", lambda: file)
    assert stored_tables.stored_tables(tables.grammar_text()) is None
