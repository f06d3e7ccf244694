"""A file, package or folder -> all models in it that can be run."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from mosila.diagnostics import MosilaError
from mosila.experiment.choose_model import RUNNABLE
from mosila.experiment.load import Loaded, find_class, find_package, load_model, open_file, parse_file
from mosila.library.library import Library
from mosila.library.locate import PACKAGE_FILES, SUFFIXES
from mosila.semantics.lookup import ClassTable
from mosila.semantics.symbols import ClassSymbol
from mosila.syntax import ast


def load_models(path: str | Path, wanted: str | None) -> Iterator[Loaded | MosilaError]:
    """The model `wanted` of a file, or all models of the package of that name; without a name all of a package or folder.

    Files that cannot be read are errors among them. A package may be given by its full name, too.
    """
    place = Path(path)
    by_name = find_class(str(path)) if wanted is None else None
    if by_name is not None and by_name[0].model.definition.restriction == "package":
        package, library = by_name
        yield from _runnable(package.table, library, package.model, "")
    elif wanted is None and place.is_dir():
        yield from _in_folder(place)
    elif wanted is None and by_name is None and _is_package(parse_file(place)):
        yield from _in_file(place)
    elif wanted is not None and (named := find_package(path, wanted)) is not None:
        package, library = named
        yield from _runnable(package.table, library, package.model, package.name.removesuffix(package.model.name))
    else:
        yield load_model(path, wanted)


def _is_package(definition: ast.StoredDefinition) -> bool:
    return [top.definition.restriction for top in definition.classes] == ["package"]


def _in_folder(folder: Path) -> Iterator[Loaded | MosilaError]:
    """The models of a package, if the folder is one, else of all that lies in it."""
    entries = sorted(folder.iterdir())
    packages = [entry for entry in entries if entry.name in PACKAGE_FILES]
    for entry in packages or entries:
        if entry.is_dir():
            yield from _in_folder(entry)
        elif entry.suffix in SUFFIXES:
            try:
                yield from _in_file(entry)
            except MosilaError as error:
                yield error


def _in_file(path: Path) -> Iterator[Loaded | MosilaError]:
    try:
        file = open_file(path)
    except MosilaError as error:
        yield error
        return
    within = "".join(f"{part}." for part in file.stored.within.parts) if file.stored.within else ""
    if not file.place.packages:
        for root in file.table.roots:
            yield from _runnable(file.table, file.library, root, within)
        return
    member = file.table.find_path(file.place.path if path.name in PACKAGE_FILES else (*file.place.path, path.stem))
    assert member is not None, "its place was checked"
    yield from _runnable(file.table, file.library, member, "")


def _runnable(table: ClassTable, library: Library, symbol: ClassSymbol, within: str) -> Iterator[Loaded | MosilaError]:
    """The complete models of a package, or the model itself; classes inside a model are its own affair."""
    if symbol.definition.restriction in RUNNABLE and not symbol.definition.partial:
        yield Loaded(table, symbol, within + symbol.name)
    elif symbol.definition.restriction == "package":
        in_files = library.contents(symbol.path) if symbol.children is not None else ()
        for name in (*symbol.own_classes, *in_files):
            try:
                inner = symbol.nested(name)
            except MosilaError as error:
                yield error
                continue
            assert inner is not None, "it was listed"
            yield from _runnable(table, library, inner, within)
