"""Class lookup: a name and the class it is written in -> the class it means."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from difflib import get_close_matches

from mosila.diagnostics import MosilaError
from mosila.diagnostics.names import CYCLIC_EXTENDS, UNKNOWN_CLASS
from mosila.semantics.symbols import BUILTIN_NAMES, Builtin, ClassPath, ClassSymbol
from mosila.source import Span
from mosila.syntax import ast

LibraryFinder = Callable[[ClassPath], ast.ClassDefinition | None]
"""What the class table asks of a library: the definition of a class by its full name, read when first asked for."""


class ClassTable:
    """All classes a model may name: those of the files read, and what a library finds when asked."""

    def __init__(self, definitions: Iterable[ast.StoredDefinition], library: LibraryFinder | None = None) -> None:
        self._find_in_library = library
        self._roots: dict[str, ClassSymbol] = {}
        self._bases: dict[ClassSymbol, tuple[tuple[ClassSymbol | Builtin, ast.Extends], ...]] = {}
        for stored in definitions:
            for top in stored.classes:
                self._roots[top.definition.name] = ClassSymbol(top.definition, None)

    @property
    def roots(self) -> tuple[ClassSymbol, ...]:
        """The classes at the top of the files, in order."""
        return tuple(self._roots.values())

    def root(self, name: str) -> ClassSymbol | None:
        """The top-level class of that name, from the files or the library."""
        found = self._roots.get(name)
        if found is None and self._find_in_library is not None:
            definition = self._find_in_library((name,))
            if definition is not None:
                found = self._roots[name] = ClassSymbol(definition, None, self._find_in_library)
        return found

    def find(self, name: ast.Name, scope: ClassSymbol) -> ClassSymbol | Builtin:
        """The class that `name` means where `scope` is the innermost class around it; an error if there is none."""
        first: ClassSymbol | Builtin | None = self.root(name.parts[0]) if name.is_global else self._find_first(name.parts[0], scope)
        found = first
        for part in name.parts[1:]:
            found = self.member_class(found, part) if isinstance(found, ClassSymbol) else None
        if found is None:
            raise MosilaError(
                UNKNOWN_CLASS.at(
                    name.span,
                    name=".".join(name.parts),
                    scope=scope.name,
                    suggestion=suggestion(name.parts[0], self._visible(scope)) if first is None else "",
                )
            )
        return found

    def find_path(self, path: ClassPath) -> ClassSymbol | None:
        """The class with that full name."""
        found = self.root(path[0]) if path else None
        for part in path[1:]:
            found = found.nested(part) if found is not None else None
        return found

    def try_find(self, name: str, scope: ClassSymbol) -> ClassSymbol | Builtin | None:
        """The class a simple name means in a scope, if any."""
        return self._find_first(name, scope)

    def _find_first(self, name: str, scope: ClassSymbol) -> ClassSymbol | Builtin | None:
        here: ClassSymbol | None = scope
        while here is not None:
            found = self.member_class(here, name) or self._imported(here, name)
            if found is not None:
                return found
            if here.definition.name == name and here.enclosing is None:
                return here
            if here.definition.encapsulated:
                break
            here = here.enclosing
        return BUILTIN_NAMES.get(name) or self.root(name)

    def member_class(self, symbol: ClassSymbol, name: str) -> ClassSymbol | None:
        """The class of that name inside a class or one of its bases."""
        found = symbol.nested(name)
        if found is not None:
            return found
        for base, _ in self.bases(symbol):
            if isinstance(base, ClassSymbol) and (found := self.member_class(base, name)) is not None:
                return found
        return None

    def _imported(self, scope: ClassSymbol, name: str) -> ClassSymbol | None:
        for clause in scope.imports:
            parts = clause.name.parts
            target: ClassPath | None = None
            if clause.wildcard or name in clause.names:
                target = (*parts, name)
            elif not clause.names and (clause.alias or parts[-1]) == name:
                target = parts
            if target is not None and (found := self.find_path(target)) is not None:
                return found
        return None

    def bases(self, symbol: ClassSymbol) -> tuple[tuple[ClassSymbol | Builtin, ast.Extends], ...]:
        """The base classes of a class with their extends clauses; a short class has its type as base."""
        if symbol not in self._bases:
            self._bases[symbol] = ()  # what the name of a base means does not depend on the bases still being looked up
            clauses = list(symbol.extends_clauses())
            if isinstance(symbol.definition.body, ast.ShortClass):
                short = symbol.definition.body
                clauses.append(ast.Extends(short.type, short.modification, span=short.span))
            found: list[tuple[ClassSymbol | Builtin, ast.Extends]] = []
            for clause in clauses:
                base = self.find(clause.name, symbol)
                if isinstance(base, ClassSymbol):
                    self._refuse_cycle(symbol, base, clause.span)
                found.append((base, clause))
            self._bases[symbol] = tuple(found)
        return self._bases[symbol]

    def _refuse_cycle(self, symbol: ClassSymbol, base: ClassSymbol, span: Span) -> None:
        seen: list[ClassSymbol] = []
        stack = [base]
        while stack:
            here = stack.pop()
            if here is symbol:
                cycle = " -> ".join(s.name for s in (symbol, *seen, symbol))
                raise MosilaError(CYCLIC_EXTENDS.at(span, name=symbol.name, cycle=cycle))
            if here not in seen:
                seen.append(here)
                stack.extend(b for b, _ in self._bases.get(here, ()) if isinstance(b, ClassSymbol))

    def _visible(self, scope: ClassSymbol) -> list[str]:
        names: list[str] = [*BUILTIN_NAMES, *self._roots]
        here: ClassSymbol | None = scope
        while here is not None:
            names.extend(here.own_classes)
            here = here.enclosing
        return names


def suggestion(name: str, candidates: Iterable[str]) -> str:
    """A did-you-mean for the end of a help text, or nothing."""
    names = list(dict.fromkeys(candidates))
    close = [each for each in names if each.lower() == name.lower()] or get_close_matches(name, names, n=1, cutoff=0.6)
    return f": did you mean `{close[0]}`?" if close else ""
