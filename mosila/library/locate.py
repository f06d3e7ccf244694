"""Names of classes and libraries -> files: MODELICAPATH, folders with a `package.mo`, versions in their names."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from dataclasses import field
from pathlib import Path

from mosila.dataclass import dataclass
from mosila.resources import resource_directory

SUFFIXES = (".mo", ".mosila")
PACKAGE_FILES = tuple(f"package{suffix}" for suffix in SUFFIXES)
_NAMED = re.compile(r"(?P<name>.+?)(?: (?P<version>\d.*))?")


@dataclass(frozen=True, slots=True)
class Candidate:
    """A library found by its name: a single file, or the `package.mo` of its folder; the name may tell the version."""

    file: Path
    version: str
    is_folder: bool


def modelica_path() -> tuple[Path, ...]:
    """The folders of MODELICAPATH, then the library that comes with the program."""
    chosen = [Path(part).expanduser() for part in os.environ.get("MODELICAPATH", "").split(os.pathsep) if part]
    return (*chosen, resource_directory("stdlib"))


def split_version(name: str) -> tuple[str, str]:
    """The name of a library and its version, empty if none is told, from the name of its folder or file."""
    match = _NAMED.fullmatch(name)
    return (match["name"], match["version"] or "") if match is not None else (name, "")


def version_key(version: str) -> tuple[tuple[int, int, str], ...]:
    """Orders versions by their numbers; one with a word behind them (`4.1.0 beta`, `4.1.0-rc.1`) comes before the one without."""
    word = version.strip().lstrip("0123456789.")
    numbers = version.strip().removesuffix(word)
    is_release = not word or word.startswith("+")
    return (*((1, int(part), "") for part in numbers.split(".") if part), (0, int(is_release), word.strip(" -")))


@dataclass(frozen=True, slots=True)
class Folders:
    """What lies in folders, each read once: a name is found only as it is spelt, on every file system."""

    _names: dict[Path, frozenset[str]] = field(default_factory=dict)

    def names(self, folder: Path) -> frozenset[str]:
        """The entries of a folder; none if it cannot be read."""
        if folder not in self._names:
            try:
                self._names[folder] = frozenset(os.listdir(folder))
            except OSError:
                self._names[folder] = frozenset()
        return self._names[folder]

    def package_file(self, folder: Path) -> Path | None:
        """The `package.mo` of a folder, if it has one."""
        return next((folder / name for name in PACKAGE_FILES if name in self.names(folder)), None)

    def class_files(self, folder: Path, name: str) -> list[Path]:
        """The files of a class in the folder of its package: `name/package.mo` or `name.mo`; more than one is a mistake."""
        names = self.names(folder)
        found = [folder / (name + suffix) for suffix in SUFFIXES if name + suffix in names and name != "package"]
        if name in names and (inside := self.package_file(folder / name)) is not None:
            found.insert(0, inside)
        return found

    def class_names(self, folder: Path) -> tuple[str, ...]:
        """The classes that have files in the folder of a package: first as its `package.order` has them, then by name."""
        stems = {name.rpartition(".")[0] if name.endswith(SUFFIXES) else name for name in self.names(folder)}
        present = [name for name in sorted(stems) if self.class_files(folder, name)]
        listed = [line.strip() for line in _lines(folder / "package.order")] if "package.order" in self.names(folder) else []
        return tuple(dict.fromkeys((*(name for name in listed if name in present), *present)))

    def candidates(self, name: str, folders: Iterable[Path]) -> list[Candidate]:
        """All libraries of a name, folder by folder; within a folder the one without a version first, then the newest first."""
        return [candidate for folder in folders for candidate in self._candidates_in(name, folder)]

    def _candidates_in(self, name: str, folder: Path) -> list[Candidate]:
        found = []
        for entry in sorted(self.names(folder)):
            if not entry.startswith(name):
                continue
            is_file = entry.endswith(SUFFIXES)
            found_name, version = split_version(entry.rpartition(".")[0] if is_file else entry)
            file = folder / entry if is_file else self.package_file(folder / entry)
            if found_name == name and file is not None and file.is_file():
                found.append(Candidate(file, version, not is_file))
        return sorted(found, key=lambda each: (each.version == "", version_key(each.version), each.is_folder), reverse=True)


def _lines(path: Path) -> list[str]:
    try:
        return path.read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError):
        return []
