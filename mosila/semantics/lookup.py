"""The class table: all classes a model may name, those of the files read and what a library finds when asked."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

from mosila.diagnostics import MosilaError
from mosila.diagnostics.library import NO_SUCH_RESOURCE
from mosila.semantics.classes import Class
from mosila.semantics.symbols import ClassPath, ClassSymbol, declared_twice
from mosila.source import NOWHERE, Span
from mosila.syntax import ast


class LibraryFinder(Protocol):
    """What the class table asks of a library."""

    def __call__(self, path: ClassPath) -> ast.ClassDefinition | None:
        """The definition of a class by its full name, read when first asked for."""
        ...

    def resolve(self, uri: str, span: Span) -> Path:
        """The file or folder that a `modelica://` address means."""
        ...


class ClassTable:
    """All classes a model may name."""

    def __init__(self, definitions: Iterable[ast.StoredDefinition], library: LibraryFinder | None = None) -> None:
        self._find_in_library = library
        self._roots: dict[str, ClassSymbol] = {}
        self._classes: dict[str, Class] = {}
        for stored in definitions:
            for top in stored.classes:
                known = self._roots.get(top.definition.name)
                if known is not None and known.definition is not top.definition:
                    within = stored.within.parts if stored.within is not None else ()
                    raise MosilaError(declared_twice(known.definition, top.definition, ".".join(within) or "this file"))
                self._roots[top.definition.name] = ClassSymbol(top.definition, None)

    @property
    def roots(self) -> tuple[ClassSymbol, ...]:
        """The classes at the top of the files, in order."""
        return tuple(self._roots.values())

    def root(self, name: str) -> Class | None:
        """The top-level class of that name, from the files or the library."""
        if name not in self._classes:
            symbol = self._roots.get(name)
            if symbol is None and self._find_in_library is not None:
                definition = self._find_in_library((name,))
                if definition is not None:
                    symbol = self._roots[name] = ClassSymbol(definition, None, self._find_in_library)
            if symbol is None:
                return None
            self._classes[name] = Class(self.root, symbol, None)
        return self._classes[name]

    def define(self, definition: ast.ClassDefinition) -> ClassSymbol:
        """A class at the top, beside those of the files and libraries."""
        symbol = self._roots[definition.name] = ClassSymbol(definition, None)
        self._classes.pop(definition.name, None)
        return symbol

    def find_resource(self, address: str) -> Path | None:
        """The file or folder that a `modelica://` address means, None if there is none."""
        try:
            return self.resource(address, NOWHERE)
        except MosilaError:
            return None

    def resource(self, address: str, span: Span) -> Path:
        """The file or folder that a `modelica://` address means; an error if there is none."""
        if self._find_in_library is None:
            raise MosilaError(NO_SUCH_RESOURCE.at(span, uri=address, reason="there are no libraries here"))
        return self._find_in_library.resolve(address, span)

    def find_class(self, path: ClassPath) -> Class | None:
        """The class with that full name."""
        found = self.root(path[0]) if path else None
        for part in path[1:]:
            found = found.member_class(part) if found is not None else None
        return found

    def find_path(self, path: ClassPath) -> ClassSymbol | None:
        """The definition with that full name, without looking into base classes."""
        top = self.root(path[0]) if path else None
        found = top.symbol if top is not None else None
        for part in path[1:]:
            found = found.nested(part) if found is not None else None
        return found
