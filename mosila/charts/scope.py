"""State classes and where their names are seen: statechart sections -> nested scopes, and the body a class has with its bases.

`State`, `XorState` and `AndState` are predefined; every other state class extends one of them in the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mosila.charts.chart import Kind
from mosila.dataclass import dataclass
from mosila.diagnostics import Diagnostic
from mosila.diagnostics.structure import DUPLICATE_NAME, RECURSIVE_STATE, UNKNOWN_STATE_CLASS
from mosila.semantics.suggest import suggestion
from mosila.syntax import ast

PREDEFINED = {"State": Kind.XOR, "XorState": Kind.XOR, "AndState": Kind.AND}


@dataclass(frozen=True, slots=True, eq=False)
class StateScope:
    """A state class, or with `definition` None the statechart sections themselves, and the state classes declared in it."""

    definition: ast.StateClass | None
    parent: StateScope | None
    classes: dict[str, StateScope]

    @property
    def title(self) -> str:
        """What messages call it."""
        return "the statechart" if self.definition is None else f"state class {self.definition.name}"

    @property
    def is_root(self) -> bool:
        """Whether it stands directly in a section and so is its own only instance."""
        return self.definition is not None and self.parent is not None and self.parent.definition is None


@dataclass(frozen=True, slots=True)
class Body:
    """What an instance of a state class consists of: items with the scope of their names, the bases' first; modifiers likewise."""

    kind: Kind
    items: tuple[tuple[ast.ChartItem, StateScope], ...]
    modifications: tuple[ast.ClassModification, ...]


class Scopes:
    """The state classes of a class, found by name; mistakes are added to `errors`."""

    def __init__(self, sections: Sequence[ast.StatechartSection], errors: dict[Diagnostic, None]) -> None:
        self.errors = errors
        self.used: set[StateScope] = set()
        self._searched: set[StateScope] = set()
        self.top = StateScope(None, None, {})
        for section in sections:
            self._declare(self.top, section.items)

    def _declare(self, scope: StateScope, items: Sequence[ast.ChartItem]) -> None:
        for item in items:
            if not isinstance(item, ast.StateClass):
                continue
            if item.name in PREDEFINED or item.name in scope.classes:
                reason = f": `{item.name}` is predefined" if item.name in PREDEFINED else ""
                self.errors[DUPLICATE_NAME.at(item.span, name=item.name, scope=scope.title, reason=reason)] = None
                continue
            inner = StateScope(item, scope, {})
            scope.classes[item.name] = inner
            self._declare(inner, item.items)

    def all(self) -> Iterator[StateScope]:
        """Every state class, the outer before the inner."""
        pending = list(self.top.classes.values())
        while pending:
            scope = pending.pop(0)
            yield scope
            pending[:0] = scope.classes.values()

    def find(self, name: ast.Name, scope: StateScope | None) -> StateScope | Kind | None:
        """The state class of a name as seen from a scope: outwards for its first part, then inwards."""
        first, *rest = name.parts
        if not rest and first in PREDEFINED:
            return PREDEFINED[first]
        found: StateScope | None = None
        while scope is not None and found is None:
            found = self._member(scope, first)
            scope = scope.parent
        for part in rest:
            found = self._member(found, part) if found is not None else None
        return found

    def _member(self, scope: StateScope, name: str) -> StateScope | None:
        if name in scope.classes:
            return scope.classes[name]
        # A base whose name leads back to the class itself, as in `A extends A.B`, is not found.
        if scope.definition is None or scope in self._searched:
            return None
        self._searched.add(scope)
        base = self.find(scope.definition.base, scope.parent)
        found = self._member(base, name) if isinstance(base, StateScope) else None
        self._searched.remove(scope)
        return found

    def visible(self, scope: StateScope | None) -> list[str]:
        """The names of all state classes that can be named from a scope."""
        names = list(PREDEFINED)
        while scope is not None:
            names.extend(scope.classes)
            scope = scope.parent
        return names

    def body(self, scope: StateScope) -> Body:
        """The items of a state class after those of the classes it extends."""
        chain: list[StateScope] = []
        definitions: list[ast.StateClass] = []
        current: StateScope | Kind | None = scope
        while isinstance(current, StateScope) and (definition := current.definition) is not None:
            if current in chain:
                self.report_recursion([*reversed(chain), current])
                break
            chain.insert(0, current)
            definitions.insert(0, definition)
            self.used.add(current)
            found = self.find(definition.base, current.parent)
            if found is None:
                self.report_unknown(definition.base, current.parent, "let it extend `State` or `AndState`")
            current = found
        return Body(
            current if isinstance(current, Kind) else Kind.XOR,
            tuple((item, c) for c, d in zip(chain, definitions, strict=True) for item in d.items),
            tuple(d.modification for d in definitions if d.modification is not None),
        )

    def report_unknown(self, name: ast.Name, scope: StateScope | None, advice: str) -> None:
        """Say that a name is no state class."""
        title = scope.title if scope is not None else "the statechart"
        near = suggestion(name.parts[-1], self.visible(scope))
        written = ".".join(name.parts)
        self.errors[UNKNOWN_STATE_CLASS.at(name.span, name=written, scope=title, advice=advice, suggestion=near)] = None

    def report_recursion(self, chain: Sequence[StateScope]) -> None:
        """Say that the last class of a chain is already part of it."""
        names = [c.definition.name for c in chain[chain.index(chain[-1]) :] if c.definition is not None]
        definition = chain[-1].definition
        if definition is not None:
            self.errors[RECURSIVE_STATE.at(definition.span, name=names[0], cycle=" -> ".join(names))] = None
