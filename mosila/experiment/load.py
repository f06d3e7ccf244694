"""A file and a model's name -> the class table and the class to run."""

from __future__ import annotations

import re
from pathlib import Path

from mosila.dataclass import dataclass
from mosila.diagnostics import MosilaError
from mosila.diagnostics.instantiation import NOT_A_MODEL
from mosila.experiment.choose_model import RUNNABLE, choose_model, has_class
from mosila.library.library import Library
from mosila.library.locate import PACKAGE_FILES, modelica_path
from mosila.library.place import Place, find_place, library_for
from mosila.library.read import load_definition
from mosila.semantics.lookup import ClassTable
from mosila.semantics.symbols import ClassSymbol
from mosila.syntax import ast

_CLASS_NAME = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*")


@dataclass(frozen=True, slots=True)
class Loaded:
    """The classes in sight, the one to run, and its full name."""

    table: ClassTable
    model: ClassSymbol
    name: str


@dataclass(frozen=True, slots=True)
class OpenFile:
    """A file with its place, the libraries it can use and all classes in sight."""

    stored: ast.StoredDefinition
    place: Place
    library: Library
    table: ClassTable


def parse_file(path: str | Path) -> ast.StoredDefinition:
    """The syntax tree of a file, or of the `package.mo` of a folder."""
    return load_definition(_file(path))


def open_file(path: str | Path) -> OpenFile:
    """A file, or the `package.mo` of a folder, with what its classes can name."""
    file = _file(path)
    stored = load_definition(file)
    place = find_place(file, stored)
    library = library_for(place, file, stored)
    return OpenFile(stored, place, library, ClassTable(() if place.packages else (stored,), library))


def load_model(path: str | Path, wanted: str | None) -> Loaded:
    """The class that `wanted` means in a file or folder, with the classes around it and those of the libraries it can use.

    In the place of a file the full name of a class of a library will do.
    """
    by_name = find_class(str(path)) if wanted is None else None
    loaded = by_name[0] if by_name is not None else _load_from_file(path, wanted)
    restriction = loaded.model.definition.restriction
    if restriction not in RUNNABLE:
        raise MosilaError(NOT_A_MODEL.at(loaded.model.span, name=loaded.name, restriction=restriction))
    return loaded


def find_package(path: str | Path, wanted: str) -> tuple[Loaded, Library] | None:
    """The package that `wanted` means in a file or folder, and the libraries in sight; None: it is something else."""
    loaded = _load_from_file(path, wanted)
    return (loaded, open_file(path).library) if loaded.model.definition.restriction == "package" else None


def find_class(name: str) -> tuple[Loaded, Library] | None:
    """A class by its full name alone, of a library in the current folder or in MODELICAPATH; None if a file is called so."""
    if not _CLASS_NAME.fullmatch(name) or Path(name).exists():
        return None
    library = Library((Path(), *modelica_path()))
    table = ClassTable((), library)
    found = table.find_path(tuple(name.split(".")))
    return None if found is None else (Loaded(table, found, name), library)


def _load_from_file(path: str | Path, wanted: str | None) -> Loaded:
    file = open_file(path)
    if wanted is not None and not has_class(file.stored, wanted):
        parts = tuple(wanted.removeprefix(".").split("."))
        for around in (file.place.path, ()):
            if (found := file.table.find_path((*around, *parts))) is not None:
                return Loaded(file.table, found, found.name)
    class_path = choose_model(str(path), file.stored, wanted)
    within = file.stored.within.parts if file.stored.within and not file.place.packages else ()
    model = file.table.find_path(class_path[len(within) :])
    assert model is not None, "chosen among the classes of the file"
    return Loaded(file.table, model, ".".join(class_path))


def _file(path: str | Path) -> Path:
    """The file itself, or the one that stands for a folder."""
    packages = (Path(path) / name for name in PACKAGE_FILES)
    return next((each for each in packages if each.is_file()), Path(path))
