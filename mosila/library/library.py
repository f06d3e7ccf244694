"""Libraries as the class table sees them: the full name of a class -> its definition, read when it is first asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from urllib.parse import unquote

from mosila.diagnostics import MosilaError
from mosila.diagnostics.library import DEFINED_TWICE, NO_SUCH_RESOURCE, NO_SUCH_VERSION, WRONG_CLASS, WRONG_WITHIN
from mosila.library.annotations import Use, is_compatible, used_libraries, version_of
from mosila.library.locate import PACKAGE_FILES, Candidate, Folders
from mosila.library.read import load_definition
from mosila.source import Span
from mosila.syntax import ast

ClassPath = tuple[str, ...]

_SCHEME = "modelica://"


class Library:
    """All libraries in some folders; calling it with the full name of a class gives the definition, or None."""

    def __init__(self, folders: Sequence[Path], uses: Mapping[str, Use] | None = None) -> None:
        self.folders = tuple(folders)
        self._found = Folders()
        self._uses = dict(uses or {})
        self._definitions: dict[ClassPath, ast.ClassDefinition | None] = {}
        self._packages: dict[ClassPath, Path] = {}
        self._versions: dict[str, str] = {}
        self._single_files: dict[str, Path] = {}

    def __call__(self, path: ClassPath) -> ast.ClassDefinition | None:
        """The definition of a class that is a library or has a file of its own; classes inside a file are in its tree."""
        if path not in self._definitions:
            self._definitions[path] = self._find_top(path[0]) if len(path) == 1 else self._find_inside(path) if path else None
        return self._definitions[path]

    def contents(self, path: ClassPath) -> tuple[str, ...]:
        """The classes that have files in the folder of a package: first as its `package.order` has them, then by name."""
        folder = self._folder(path)
        return () if folder is None else self._found.class_names(folder)

    def resolve(self, uri: str, span: Span) -> Path:
        """The file or folder that a `modelica://` address means; an error if there is none."""
        host, _, rest = uri.removeprefix(_SCHEME).partition("/")
        parts = tuple(unquote(host).split("."))
        if not uri.startswith(_SCHEME) or not all(parts):
            raise MosilaError(NO_SUCH_RESOURCE.at(span, uri=uri, reason=f"it does not begin with `{_SCHEME}` and the name of a class"))
        relative = unquote(rest.partition("#")[0].partition("?")[0]).lstrip("/")
        folders = [folder for depth in range(len(parts), 0, -1) if (folder := self._folder(parts[:depth])) is not None]
        if parts[0] in self._single_files:
            folders.append(self._single_files[parts[0]].parent)
        if not folders:
            raise MosilaError(NO_SUCH_RESOURCE.at(span, uri=uri, reason=f"there is no library `{parts[0]}`"))
        for folder in folders:
            if (found := folder / relative).exists():
                return found
        raise MosilaError(NO_SUCH_RESOURCE.at(span, uri=uri, reason=f"there is no {folders[0] / relative}"))

    def add_package(self, path: ClassPath, folder: Path) -> None:
        """Say where a package lies that need not be looked for: one that a file given by the user belongs to."""
        self._packages[path] = folder

    def add_single_file(self, name: str, file: Path) -> None:
        """Say which file has a class at the top, so that addresses that begin with its name are looked for beside it."""
        self._single_files[name] = file

    def _folder(self, path: ClassPath) -> Path | None:
        """The folder of a package, None if it has none."""
        if path and path not in self._packages:
            self(path)
        return self._packages.get(path)

    def _find_top(self, name: str) -> ast.ClassDefinition | None:
        own = self._packages.get((name,))
        file = None if own is None else self._found.package_file(own)
        if file is not None:
            return self._take((name,), Candidate(file, "", is_folder=True), load_definition(file))
        candidates = self._found.candidates(name, self.folders)
        use = self._uses.get(name)
        if use is None or not use.version:
            found = ((each, load_definition(each.file)) for each in candidates)
            return next((self._take((name,), *each) for each in found if _is_library(*each, name)), None)
        seen = []
        for candidate in sorted(candidates, key=lambda each: each.version != use.version):
            stored = load_definition(candidate.file)
            if not _is_library(candidate, stored, name):
                continue
            definition = check_file((name,), stored)
            if is_compatible(definition, candidate.version, use.version):
                return self._take((name,), candidate, stored)
            seen.append(version_of(definition) or candidate.version or "one without a version")
        if seen:
            raise MosilaError(NO_SUCH_VERSION.at(use.span, name=name, wanted=use.version, found=", ".join(dict.fromkeys(seen))))
        return None

    def _find_inside(self, path: ClassPath) -> ast.ClassDefinition | None:
        folder = self._folder(path[:-1])
        files = [] if folder is None else self._found.class_files(folder, path[-1])
        if not files:
            return None
        candidate = Candidate(files[0], "", files[0].name in PACKAGE_FILES)
        definition = self._take(path, candidate, load_definition(candidate.file))
        if len(files) > 1:
            raise MosilaError(DEFINED_TWICE.at(definition.name_span, name=".".join(path), file=files[1]))
        return definition

    def _take(self, path: ClassPath, candidate: Candidate, stored: ast.StoredDefinition) -> ast.ClassDefinition:
        definition = check_file(path, stored)
        if candidate.is_folder:
            self._packages.setdefault(path, candidate.file.parent)
            self._refuse_duplicates(path, candidate.file.parent, definition)
        elif len(path) == 1:
            self._single_files[path[0]] = candidate.file
        if len(path) == 1:
            self._versions[path[0]] = version_of(definition) or candidate.version
            self._note_uses(definition)
        return definition

    def _note_uses(self, definition: ast.ClassDefinition) -> None:
        """What a library uses is looked for in the version it names; one that is in use already must do."""
        for name, use in used_libraries(definition).items():
            taken = self._definitions.get((name,))
            if taken is not None and use.version and not is_compatible(taken, self._versions.get(name, ""), use.version):
                found = f"{self._versions.get(name) or 'one without a version'}, in use already"
                raise MosilaError(NO_SUCH_VERSION.at(use.span, name=name, wanted=use.version, found=found))
            self._uses.setdefault(name, use)

    def _refuse_duplicates(self, path: ClassPath, folder: Path, definition: ast.ClassDefinition) -> None:
        """A class may not stand in the `package.mo` and in a file beside it."""
        for element in definition.body.elements if isinstance(definition.body, ast.Composition) else ():
            if isinstance(element.item, ast.ClassDefinition) and (others := self._found.class_files(folder, element.item.name)):
                name = ".".join((*path, element.item.name))
                raise MosilaError(DEFINED_TWICE.at(element.item.name_span, name=name, file=others[0]))


def check_file(path: ClassPath, stored: ast.StoredDefinition) -> ast.ClassDefinition:
    """The one class that a file of a library defines, which must be what its place says."""
    names = [top.definition.name for top in stored.classes]
    if names != [path[-1]]:
        others = [top.definition.name_span for top in stored.classes if top.definition.name != path[-1]]
        span = others[0] if others else stored.span
        found = ", ".join(f"`{name}`" for name in names) or "nothing"
        raise MosilaError(WRONG_CLASS.at(span, expected=path[-1], found=found))
    check_within(stored, path[:-1])
    return stored.classes[0].definition


def check_within(stored: ast.StoredDefinition, expected: ClassPath) -> None:
    """Raise unless a file begins with `within` and the package whose folder it lies in."""
    within = stored.within.parts if stored.within is not None else ()
    if within == expected:
        return
    span = stored.within.span if stored.within is not None else stored.classes[0].definition.name_span
    found = f"`within {'.'.join(within)}`" if within else "nothing" if stored.within is None else "`within`"
    place = f"in the folder of the package `{'.'.join(expected)}`" if expected else "at the top of a library"
    raise MosilaError(WRONG_WITHIN.at(span, found=found, place=place, clause=f"within {'.'.join(expected)}".strip()))


def _is_library(candidate: Candidate, stored: ast.StoredDefinition, name: str) -> bool:
    """Whether a file with a fitting name is meant as a library: a single file that lies there need not be one."""
    is_top = stored.within is None or not stored.within.parts
    return candidate.is_folder or (is_top and [top.definition.name for top in stored.classes] == [name])
