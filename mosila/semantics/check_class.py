"""The rules that a class's own text must keep; no object of it is needed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress

from mosila.diagnostics import Diagnostic, MosilaError
from mosila.semantics.access import refuse_type_name
from mosila.semantics.bases import check_bases
from mosila.semantics.classes import Class, ClassElement
from mosila.semantics.constraints import check_constraints, check_redeclarations
from mosila.semantics.functions import check_functions
from mosila.semantics.imports import check_imports
from mosila.semantics.kinds import check_kind
from mosila.semantics.prefixes import check_prefixes
from mosila.semantics.statements import check_statements
from mosila.semantics.symbols import ClassSymbol
from mosila.syntax import ast


def check_type_names(class_: Class) -> Iterator[Diagnostic]:
    """What is wrong with the way to the types of a class's components and to its bases."""
    names = [e.item.type for e in class_.symbol.elements if isinstance(e.item, ast.ComponentClause)]
    body = class_.symbol.definition.body
    scope = class_.enclosing if isinstance(body, ast.ShortClass) else class_
    names += [clause.name for clause, _ in class_.extends_clauses()]
    for name in names if scope is not None else ():
        if len(name.parts) > 1:
            try:
                refuse_type_name(scope or class_, name)
            except MosilaError as error:
                yield from error.diagnostics


_RULES: tuple[Callable[[Class], Iterator[Diagnostic]], ...] = (
    check_kind,
    check_bases,
    check_prefixes,
    check_imports,
    check_type_names,
    check_constraints,
    check_redeclarations,
    check_statements,
    check_functions,
)


class ClassChecker:
    """Checks classes, each text once."""

    def __init__(self) -> None:
        self._seen: set[ClassSymbol] = set()
        self._inside: set[ClassSymbol] = set()

    def check(self, class_: Class) -> list[Diagnostic]:
        """What is wrong with the text of a class, of its bases and of the classes written in it; and of those around it."""
        found: list[Diagnostic] = []
        waiting = [class_]
        while waiting:
            here = waiting.pop()
            if here.symbol not in self._inside:
                self._inside.add(here.symbol)
                found += self.check_alone(here)
                waiting.extend(self._related(here))
        around = class_.enclosing
        while around is not None:
            found += self.check_alone(around)
            around = around.enclosing
        return found

    def check_alone(self, class_: Class) -> list[Diagnostic]:
        """What is wrong with the text of a class, not looking at those written in it."""
        if class_.symbol in self._seen:
            return []
        self._seen.add(class_.symbol)
        try:
            found = list(class_.elements.faults)
        except MosilaError as error:
            return list(error.diagnostics)
        for rule in _RULES:
            found.extend(rule(class_))
        return found

    def _related(self, class_: Class) -> Iterator[Class]:
        """The bases of a class, its simple types, and the classes written in it."""
        with suppress(MosilaError):  # told of where the class is used
            yield from (base for base, _, _ in class_.bases)
        for element in class_.symbol.elements:
            if isinstance(element.item, ast.ComponentClause):
                with suppress(MosilaError):
                    type_ = class_.find_class(element.item.type)
                    if isinstance(type_, Class) and type_.predefined is not None:
                        yield type_
        for name in class_.symbol.own_classes:
            inside = class_.own(name)
            if isinstance(inside, ClassElement):
                yield inside.class_
