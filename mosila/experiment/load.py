"""A file and a model's name -> the class table and the class to run."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from mosila.diagnostics import MosilaError
from mosila.diagnostics.internal import CANNOT_READ
from mosila.experiment.choose_model import choose_model
from mosila.semantics.lookup import ClassTable
from mosila.semantics.symbols import ClassSymbol
from mosila.source import read_source
from mosila.syntax import ast
from mosila.syntax.parse import parse_source


@dataclass(frozen=True, slots=True)
class Loaded:
    """The classes in sight, the one to run, and its full name."""

    table: ClassTable
    model: ClassSymbol
    name: str


def parse_file(path: str | Path) -> ast.StoredDefinition:
    """The syntax tree of a file."""
    try:
        source = read_source(path)
    except UnicodeDecodeError as error:
        raise MosilaError(CANNOT_READ.at(file=path, reason=f"it is not UTF-8 text (byte {error.start})")) from None
    except OSError as error:
        raise MosilaError(CANNOT_READ.at(file=path, reason=error.strerror or type(error).__name__)) from None
    return parse_source(source)


def load_model(path: str | Path, wanted: str | None) -> Loaded:
    """The class that `wanted` means in a file, with all classes around it."""
    definition = parse_file(path)
    class_path = choose_model(str(path), definition, wanted)
    table = ClassTable([definition])
    within = definition.within.parts if definition.within else ()
    model = table.find_path(class_path[len(within) :])
    assert model is not None, "chosen among the classes of the file"
    return Loaded(table, model, ".".join(class_path))
