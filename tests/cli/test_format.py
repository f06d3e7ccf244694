"""`mosila fmt` and `mosila parse`: one layout, the same tree and comments; slips of all files in one run."""

from __future__ import annotations

from pathlib import Path

import pytest

from mosila.cli.main import main
from mosila.syntax.format import format_definition
from mosila.syntax.parse import parse_source
from mosila.syntax.read import read_text
from tests.running import EXAMPLES

MODELS = sorted(path for path in EXAMPLES.rglob("*") if path.suffix in (".mo", ".mosila"))
UNTIDY = 'model   A // why\n Real x(start =1)"height" ;equation der(x)=-x;  /* end */ end A;\n'


@pytest.mark.parametrize("path", MODELS, ids=lambda path: path.stem)
def test_examples_are_in_the_one_layout(path: Path) -> None:
    source = read_text(path)
    assert format_definition(parse_source(source)) == source.text


def test_the_tree_and_the_comments_stay(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "A.mo"
    file.write_text(UNTIDY, encoding="utf-8")
    before = parse_source(read_text(file))
    assert main(["fmt", "--check", str(file)]) == 1
    assert file.read_text(encoding="utf-8") == UNTIDY
    assert main(["fmt", str(file)]) == 0
    after = parse_source(read_text(file))
    assert after == before
    assert [each.text for each in after.comments] == ["// why", "/* end */"]
    capsys.readouterr()
    assert main(["fmt", "--check", str(file)]) == 0
    assert capsys.readouterr().out == ""


def test_a_file_that_does_not_parse_is_left_alone_and_the_others_are_not(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wrong, right = tmp_path / "Wrong.mo", tmp_path / "Right.mo"
    wrong.write_text("model Wrong\n  Real x = ;\nend Wrong;\n", encoding="utf-8")
    right.write_text(UNTIDY, encoding="utf-8")
    assert main(["fmt", str(tmp_path)]) == 1
    assert "Wrong.mo:2:12: error[P001]" in capsys.readouterr().err
    assert right.read_text(encoding="utf-8") != UNTIDY
    assert wrong.read_text(encoding="utf-8").startswith("model Wrong\n  Real x = ;")


def test_parse_tells_the_slips_of_all_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("A", "B"):
        (tmp_path / f"{name}.mo").write_text(f"model {name}\n  Real x = ;\nend {name};\n", encoding="utf-8")
    assert main(["parse", str(tmp_path)]) == 1
    assert capsys.readouterr().err.count("error[P001]") == 2
    assert main(["parse", str(EXAMPLES)]) == 0


@pytest.mark.parametrize("verb", ["parse", "fmt"])
def test_what_cannot_be_read(verb: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "empty").mkdir()
    assert main([verb, str(tmp_path / "empty")]) == 2
    assert "error[X102]" in capsys.readouterr().err
    (tmp_path / "Latin.mo").write_bytes(b'model A "\xe4"\nend A;\n')
    (tmp_path / "Right.mo").write_text("model Right\nend Right;\n", encoding="utf-8")
    assert main([verb, str(tmp_path / "Latin.mo"), str(tmp_path / "Missing.mo"), str(tmp_path / "Right.mo")]) == 2
    said = capsys.readouterr().err
    assert "Latin.mo:1:10: error[P020]" in said
    assert "Missing.mo: no such file or directory" in said
