"""The library as a whole: it is found, checks without a warning, and every class is documented and used in an example that runs."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from mosila.cli.main import main
from mosila.compiler import instantiate
from mosila.experiment.load import load_model
from mosila.library.locate import SUFFIXES
from mosila.library.read import load_definition
from mosila.resources import resource_directory
from mosila.semantics.symbols import ClassSymbol
from mosila.syntax import ast
from tests.stdlib.examples import run_example

ROOT = resource_directory("stdlib") / "Mosila"
FILES = sorted(file for file in ROOT.rglob("*") if file.suffix in SUFFIXES)
EXAMPLES = [file for file in FILES if file.parent.name == "Examples" and file.stem != "package"]


def class_name(file: Path) -> str:
    """The full name of the class in a file."""
    parts = file.relative_to(ROOT.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "package" else parts)


def test_it_is_found_from_everywhere(tmp_path: Path) -> None:
    """Without MODELICAPATH, in another folder."""
    environment = {name: value for name, value in os.environ.items() if name != "MODELICAPATH"}
    command = [sys.executable, "-m", "mosila", "simulate", "Mosila.Units.Examples.Conversion", "-q", "-o", str(tmp_path / "r.csv")]
    subprocess.run(command, cwd=tmp_path, env=environment, check=True)
    assert (tmp_path / "r.csv").read_text().splitlines()[-1].startswith("1.0,303.15,30.0,")


def test_a_users_own_library_of_that_name_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Folders of MODELICAPATH are searched before that of the program."""
    (tmp_path / "Mosila.mo").write_text("package Mosila\n  model Own\n    Real x = 1;\n  end Own;\nend Mosila;\n")
    monkeypatch.setenv("MODELICAPATH", str(tmp_path))
    assert load_model("Mosila.Own", None).name == "Mosila.Own"


def test_it_checks_without_a_warning(capsys: pytest.CaptureFixture[str]) -> None:
    """All models: names, types, units, equations of every structure."""
    assert main(["check", str(ROOT.parent), "-q"]) == 0
    said = capsys.readouterr()
    assert (said.out, said.err) == ("", "")


def test_it_is_in_one_layout() -> None:
    """As `mosila fmt` writes it."""
    assert main(["fmt", "--check", str(ROOT)]) == 0


@pytest.mark.parametrize("file", FILES, ids=class_name)
def test_every_class_is_documented(file: Path) -> None:
    """A description, a documentation, and a description of every public element; its package lists it."""
    (top,) = load_definition(file).classes
    definition = top.definition
    assert definition.name == class_name(file).rpartition(".")[2]
    assert "Documentation" in _annotations(definition), "it has no documentation"
    assert list(_undescribed(definition)) == []
    if file.parent != ROOT or file.stem != "package":
        own = file.parent if file.stem != "package" else file.parent.parent
        assert definition.name in (own / "package.order").read_text().split()


def _annotations(definition: ast.ClassDefinition) -> set[str]:
    """The names in the annotation of a class."""
    in_body = definition.body.annotation if isinstance(definition.body, ast.Composition) else None
    annotation = in_body or (definition.description.annotation if definition.description else None)
    found = annotation.arguments if annotation is not None else ()
    return {".".join(each.name.parts) for each in found if isinstance(each, ast.ElementModification)}


def _undescribed(definition: ast.ClassDefinition) -> Iterator[str]:
    """The class, classes inside it and public elements, where they have no description; examples may leave out that of their parts."""
    if definition.description is None or not definition.description.strings:
        yield definition.name
    elements = definition.body.elements if isinstance(definition.body, ast.Composition) else ()
    for element in elements:
        if isinstance(element.item, ast.ClassDefinition):
            yield from _undescribed(element.item)
        elif isinstance(element.item, ast.ComponentClause) and not element.protected and "experiment" not in _annotations(definition):
            for each in element.item.declarations:
                if each.description is None or not each.description.strings:
                    yield f"{definition.name}.{each.name}"


@pytest.mark.parametrize("file", EXAMPLES, ids=class_name)
def test_every_example_runs(file: Path) -> None:
    """From its experiment annotation, to its end."""
    result = run_example(class_name(file).removeprefix("Mosila."))
    assert result.stop_reason == "stop time reached"


def test_every_class_is_used_in_an_example() -> None:
    """Each class that has a file is named by an example or by what it uses."""
    used: set[str] = set()
    for file in EXAMPLES:
        loaded = load_model(class_name(file), None)
        instantiate(loaded.table, loaded.model)
        used.update(name for root in loaded.table.roots for name in _asked_for(root))
    assert [name for name in map(class_name, FILES) if name not in used] == []


def _asked_for(symbol: ClassSymbol) -> Iterator[str]:
    yield symbol.name
    for each in symbol._nested.values():
        yield from _asked_for(each)
