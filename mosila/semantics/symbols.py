"""Class symbols: a class definition with its place among the other classes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property

from mosila.source import NOWHERE, Span
from mosila.syntax import ast

ClassPath = tuple[str, ...]


class Builtin(Enum):
    """The predefined types."""

    REAL = "Real"
    INTEGER = "Integer"
    BOOLEAN = "Boolean"
    STRING = "String"


BUILTIN_NAMES = {builtin.value: builtin for builtin in Builtin}

ATTRIBUTES: dict[Builtin, frozenset[str]] = {
    Builtin.REAL: frozenset(
        ("quantity", "unit", "displayUnit", "min", "max", "start", "fixed", "nominal", "unbounded", "stateSelect", "value")
    ),
    Builtin.INTEGER: frozenset(("quantity", "min", "max", "start", "fixed")),
    Builtin.BOOLEAN: frozenset(("quantity", "start", "fixed")),
    Builtin.STRING: frozenset(("quantity", "start", "fixed")),
}


@dataclass(eq=False)
class ClassSymbol:
    """A class and where it stands; compared by identity, one symbol for each definition."""

    definition: ast.ClassDefinition
    enclosing: ClassSymbol | None
    children: Callable[[ClassPath], ast.ClassDefinition | None] | None = field(default=None, repr=False)
    _nested: dict[str, ClassSymbol] = field(default_factory=dict, init=False, repr=False)

    @cached_property
    def path(self) -> ClassPath:
        """The names from the outermost class to this one."""
        return (*(self.enclosing.path if self.enclosing else ()), self.definition.name)

    @property
    def name(self) -> str:
        """The full name with dots, for people."""
        return ".".join(self.path)

    @property
    def span(self) -> Span:
        """Where the class is named."""
        return self.definition.name_span if self.definition.name_span is not NOWHERE else self.definition.span

    @cached_property
    def elements(self) -> tuple[ast.Element, ...]:
        """The elements of a long class; a short class has none of its own."""
        match self.definition.body:
            case ast.Composition(elements=elements):
                return elements
            case ast.ClassExtends(composition=composition):
                return composition.elements
            case _:
                return ()

    @cached_property
    def own_classes(self) -> dict[str, ast.ClassDefinition]:
        """The classes written inside this one."""
        return {e.item.name: e.item for e in self.elements if isinstance(e.item, ast.ClassDefinition)}

    @cached_property
    def imports(self) -> tuple[ast.Import, ...]:
        """The import clauses of this class."""
        return tuple(e.item for e in self.elements if isinstance(e.item, ast.Import))

    def extends_clauses(self) -> Iterator[ast.Extends]:
        """The base classes in order, the header form first."""
        if isinstance(self.definition.body, ast.Composition) and self.definition.body.header_extends is not None:
            yield self.definition.body.header_extends
        for element in self.elements:
            if isinstance(element.item, ast.Extends):
                yield element.item

    def nested(self, name: str) -> ClassSymbol | None:
        """The class of that name written inside this one, or in the folder of a package."""
        if name not in self._nested:
            definition = self.own_classes.get(name)
            if definition is None and self.children is not None:
                definition = self.children((*self.path, name))
            if definition is None:
                return None
            self._nested[name] = ClassSymbol(definition, self, self.children)
        return self._nested[name]
