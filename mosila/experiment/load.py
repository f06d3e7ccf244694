"""A file and a model's name -> the class table and the class to run."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from mosila.diagnostics import MosilaError
from mosila.diagnostics.instantiation import NOT_A_MODEL
from mosila.experiment.choose_model import RUNNABLE, choose_model
from mosila.semantics.lookup import ClassTable
from mosila.semantics.symbols import ClassSymbol
from mosila.syntax import ast
from mosila.syntax.parse import parse_source
from mosila.syntax.read import read_text


@dataclass(frozen=True, slots=True)
class Loaded:
    """The classes in sight, the one to run, and its full name."""

    table: ClassTable
    model: ClassSymbol
    name: str


def parse_file(path: str | Path) -> ast.StoredDefinition:
    """The syntax tree of a file."""
    return parse_source(read_text(path))


def load_model(path: str | Path, wanted: str | None) -> Loaded:
    """The class that `wanted` means in a file, with all classes around it."""
    definition = parse_file(path)
    class_path = choose_model(str(path), definition, wanted)
    table = ClassTable([definition])
    within = definition.within.parts if definition.within else ()
    model = table.find_path(class_path[len(within) :])
    assert model is not None, "chosen among the classes of the file"
    if model.definition.restriction not in RUNNABLE:
        raise MosilaError(NOT_A_MODEL.at(model.span, name=".".join(class_path), restriction=model.definition.restriction))
    return Loaded(table, model, ".".join(class_path))
