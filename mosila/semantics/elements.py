"""Elements of classes: components and classes, as declarations and the modifications around them make them."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from mosila.dataclass import dataclass
from mosila.diagnostics import Diagnostic
from mosila.semantics.modifiers import EMPTY, Modifier
from mosila.semantics.symbols import Builtin, ClassSymbol
from mosila.semantics.types import EnumerationType
from mosila.source import NOWHERE, Span
from mosila.syntax import ast

if TYPE_CHECKING:
    from mosila.semantics.classes import Class


@dataclass(frozen=True, eq=False)
class ComponentElement:
    """A component of a class: how it is declared, in whose text, and how modifications change it."""

    name: str
    owner: Class
    """The class in whose text the declaration stands."""
    prefixes: ast.Element
    clause: ast.ComponentClause
    declaration: ast.Declaration
    modifier: Modifier
    protected: bool = False
    original: ComponentElement | None = None
    """What it was redeclared from."""
    redeclared_at: Span = NOWHERE

    @property
    def written_dimensions(self) -> int:
        """How many dimensions its declaration writes."""
        return len(self.declaration.subscripts) + len(self.clause.subscripts)

    @property
    def constraint_scope(self) -> Class:
        """The class in whose text its constraining clause stands."""
        return _constraint_owner(self)

    @property
    def span(self) -> Span:
        """Where it is declared."""
        return self.declaration.span

    @property
    def is_constant(self) -> bool:
        """Whether it can be read without an object."""
        return self.clause.variability == "constant"


@dataclass(frozen=True, eq=False)
class ClassElement:
    """A class inside a class, with what modifications make of it."""

    name: str
    owner: Class
    prefixes: ast.Element
    symbol: ClassSymbol
    modifier: Modifier
    inherited: ClassElement | None = None
    """For `class extends`: the element that it adds to."""
    protected: bool = False
    original: ClassElement | None = None
    """What it was redeclared from."""
    redeclared_at: Span = NOWHERE

    @property
    def constraint_scope(self) -> Class:
        """The class in whose text its constraining clause stands."""
        return _constraint_owner(self)

    @property
    def span(self) -> Span:
        """Where it is declared."""
        return self.symbol.span

    @cached_property
    def class_(self) -> Class:
        """The class itself."""
        return self.owner.inside(self)


Element: TypeAlias = ComponentElement | ClassElement


@dataclass(frozen=True, slots=True)
class Elements:
    """All that a class has, inherited first."""

    named: dict[str, Element]
    equations: tuple[tuple[ast.Equation, Class], ...]
    initial_equations: tuple[tuple[ast.Equation, Class], ...]
    algorithms: tuple[tuple[ast.AlgorithmSection, Class], ...]
    charts: tuple[tuple[ast.StatechartSection, Class], ...]
    lineage: frozenset[ClassSymbol]
    """The class and all its bases."""
    external: tuple[ast.External, Class] | None = None
    faults: tuple[Diagnostic, ...] = ()
    """What was found wrong while they were put together."""


@dataclass(frozen=True, slots=True)
class Predefined:
    """What a type is based on: a predefined type or enumeration, with attributes and dimensions on the way."""

    type: Builtin | EnumerationType
    modifier: Modifier = EMPTY
    subscripts: tuple[tuple[ast.Expression, Class], ...] = ()
    is_connector: bool = False
    causality: str = ""


def _constraint_owner(element: Element) -> Class:
    here: Element = element
    while here.original is not None and here.original.prefixes.constraint is here.prefixes.constraint:
        here = here.original
    return here.owner
