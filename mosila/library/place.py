"""A file -> the packages it is part of, and the libraries it can use."""

from __future__ import annotations

import os
from pathlib import Path

from mosila.dataclass import dataclass
from mosila.library.annotations import used_libraries
from mosila.library.library import ClassPath, Library, check_file
from mosila.library.locate import PACKAGE_FILES, Folders, modelica_path, split_version
from mosila.library.read import load_definition
from mosila.syntax import ast


@dataclass(frozen=True, slots=True)
class Place:
    """The folders of the packages around a file by their full names, outermost first; none if it stands alone."""

    packages: tuple[tuple[ClassPath, Path], ...]
    top: Path

    @property
    def path(self) -> ClassPath:
        """The full name of the innermost package."""
        return self.packages[-1][0] if self.packages else ()


def find_place(file: Path, stored: ast.StoredDefinition) -> Place:
    """Where a file lies; an error if it lies in the folder of a package and does not say so, or says something else."""
    folder = Path(os.path.abspath(file)).parent
    around = _packages_around(folder)
    if not around:
        return Place((), _shortened(folder))
    names = tuple(name for name, _ in around)
    check_file(names if file.name in PACKAGE_FILES else (*names, file.stem), stored)
    packages = tuple((names[: depth + 1], _shortened(each)) for depth, (_, each) in enumerate(around))
    return Place(packages, _shortened(around[0][1].parent))


def _packages_around(folder: Path) -> list[tuple[str, Path]]:
    """Names and folders of the packages that a folder is part of, outermost first; none if the outermost is not there."""
    folders, found = Folders(), list[tuple[str, Path]]()
    while (file := folders.package_file(folder)) is not None:
        stored = load_definition(_shortened(file))
        if len(stored.classes) != 1:
            check_file((split_version(folder.name)[0],), stored)
        found.insert(0, (stored.classes[0].definition.name, folder))
        if stored.within is None or not stored.within.parts:
            return found
        folder = folder.parent
    return []


def library_for(place: Place, file: Path, stored: ast.StoredDefinition) -> Library:
    """The libraries that a file can use: beside it, or beside the library it is part of, and in MODELICAPATH."""
    uses = {name: use for each in stored.classes for name, use in used_libraries(each.definition).items()}
    library = Library((place.top, *modelica_path()), uses)
    for path, folder in place.packages:
        library.add_package(path, folder)
    if not place.packages:
        for each in stored.classes:
            library.add_single_file(each.definition.name, file)
    return library


def _shortened(path: Path) -> Path:
    """A path as people would write it: from the current folder if it lies in it."""
    here = Path.cwd()
    return path.relative_to(here) if path.is_relative_to(here) else path
