"""Class symbols: a class definition with its place among the other classes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from enum import Enum
from functools import cached_property

from mosila.dataclass import dataclass
from mosila.diagnostics import Diagnostic, MosilaError
from mosila.diagnostics.names import DUPLICATE_NAME
from mosila.source import NOWHERE, Span
from mosila.syntax import ast

ClassPath = tuple[str, ...]


class Builtin(Enum):
    """The predefined types."""

    REAL = "Real"
    INTEGER = "Integer"
    BOOLEAN = "Boolean"
    STRING = "String"
    ENUMERATION = "enumeration"
    EXTERNAL = "ExternalObject"


BUILTIN_NAMES = {builtin.value: builtin for builtin in Builtin if builtin is not Builtin.ENUMERATION}

ATTRIBUTES: dict[Builtin, frozenset[str]] = {
    Builtin.REAL: frozenset(
        ("quantity", "unit", "displayUnit", "min", "max", "start", "fixed", "nominal", "unbounded", "stateSelect", "value")
    ),
    Builtin.INTEGER: frozenset(("quantity", "min", "max", "start", "fixed")),
    Builtin.BOOLEAN: frozenset(("quantity", "start", "fixed")),
    Builtin.STRING: frozenset(("quantity", "start", "fixed")),
    Builtin.ENUMERATION: frozenset(("quantity", "min", "max", "start", "fixed")),
    Builtin.EXTERNAL: frozenset(),
}


@dataclass(eq=False)
class ClassSymbol:
    """A class and where it stands; compared by identity, one symbol for each definition."""

    definition: ast.ClassDefinition
    enclosing: ClassSymbol | None
    children: Callable[[ClassPath], ast.ClassDefinition | None] | None = field(default=None, repr=False)
    _nested: dict[str, ClassSymbol] = field(default_factory=dict, init=False, repr=False)

    def __getstate__(self) -> dict[str, object]:
        """Pickled without the library that finds more classes: what was built from the class is complete."""
        return {"definition": self.definition, "enclosing": self.enclosing, "children": None, "_nested": {}}

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

    @property
    def composition(self) -> ast.Composition | None:
        """The body of a long class."""
        match self.definition.body:
            case ast.Composition() as composition:
                return composition
            case ast.ClassExtends(composition=composition):
                return composition
            case _:
                return None

    @cached_property
    def elements(self) -> tuple[ast.Element, ...]:
        """The elements of a long class; a short class has none of its own."""
        return self.composition.elements if self.composition is not None else ()

    @cached_property
    def own_classes(self) -> dict[str, ast.ClassDefinition]:
        """The classes written inside this one."""
        return {e.item.name: e.item for e in self.elements if isinstance(e.item, ast.ClassDefinition)}

    @cached_property
    def imports(self) -> tuple[ast.Import, ...]:
        """The import clauses of this class."""
        return tuple(e.item for e in self.elements if isinstance(e.item, ast.Import))

    @cached_property
    def _overwritten(self) -> dict[str, ast.ClassDefinition]:
        """The first of two classes of one name."""
        written = (e.item for e in self.elements if isinstance(e.item, ast.ClassDefinition))
        return {each.name: each for each in written if each is not self.own_classes[each.name]}

    def nested(self, name: str) -> ClassSymbol | None:
        """The class of that name written inside this one, or in the folder of a package."""
        if name not in self._nested:
            definition = self.own_classes.get(name)
            if definition is not None and name in self._overwritten:
                raise MosilaError(declared_twice(self._overwritten[name], definition, self.name))
            if definition is None and self.children is not None:
                definition = self.children((*self.path, name))
            if definition is None:
                return None
            self._nested[name] = ClassSymbol(definition, self, self.children)
        return self._nested[name]


def declared_twice(first: ast.ClassDefinition, second: ast.ClassDefinition, scope: str) -> Diagnostic:
    """The error of two classes of one name in one place."""
    return DUPLICATE_NAME.at(second.name_span, name=second.name, scope=scope, related=[(first.name_span, "first declared here")])
