"""A file and a model's name -> the class table and the class to run."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from mosila.experiment.choose_model import choose_model
from mosila.library.library import library_for
from mosila.library.locate import package_file
from mosila.library.read import load_definition
from mosila.semantics.lookup import ClassTable
from mosila.semantics.symbols import ClassSymbol
from mosila.syntax import ast


@dataclass(frozen=True, slots=True)
class Loaded:
    """The classes in sight, the one to run, and its full name."""

    table: ClassTable
    model: ClassSymbol
    name: str


def parse_file(path: str | Path) -> ast.StoredDefinition:
    """The syntax tree of a file, or of the `package.mo` of a folder."""
    return load_definition(_file(path))


def load_model(path: str | Path, wanted: str | None) -> Loaded:
    """The class that `wanted` means in a file, with the classes around it and those of the libraries it can use."""
    file = _file(path)
    definition = load_definition(file)
    library = library_for(file, definition)
    table = ClassTable([] if library.holds(definition) else [definition], library)
    if wanted is not None and "." in wanted and (model := table.find_path(tuple(wanted.split(".")))) is not None:
        return Loaded(table, model, wanted)
    class_path = choose_model(str(path), definition, wanted)
    within = definition.within.parts if definition.within and not library.holds(definition) else ()
    found = table.find_path(class_path[len(within) :])
    assert found is not None, "chosen among the classes of the file"
    return Loaded(table, found, ".".join(class_path))


def _file(path: str | Path) -> Path:
    """The file itself, or the one that stands for a folder."""
    return (package_file(Path(path)) or Path(path)) if Path(path).is_dir() else Path(path)
