"""Where an expression stands, and what it asks of its surroundings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from mosila.dataclass import dataclass
from mosila.diagnostics import MosilaError
from mosila.diagnostics.instantiation import NOT_SUPPORTED
from mosila.instance.plan import Component, RowKind
from mosila.instance.values import Value
from mosila.semantics.classes import Class
from mosila.semantics.types import Shape, Type
from mosila.source import Span
from mosila.symbolic.expression import Expr
from mosila.syntax import ast

UNKNOWN_SIZE = -1
"""Of a dimension that is asked for while it is being found out."""


@dataclass(frozen=True, slots=True)
class Context:
    """The class whose text an expression is, loop variables, and whether its relations make events."""

    scope: Class
    iterators: tuple[tuple[str, Value], ...] = ()
    events: bool = True
    is_instant: bool = False
    """Inside a when-clause: `floor` and its relatives are what they are in that instant and make no events of their own."""
    structural: str = ""
    """When set, every parameter is replaced by its value, and this says what needs it."""
    pure: bool = False
    """Whether only pure functions can be called: in equations that always hold, and in pure functions."""
    once: bool = False
    """Whether it is evaluated once and for all: the value of a parameter."""
    expected: Type | None = None
    """The type that the place wants, where it decides about the meaning of an empty array."""
    objects: tuple[Component, ...] = ()
    """References that loops over collections introduce."""
    in_action: bool = False
    """What is read is read when an action runs, and is no equation."""

    def with_iterator(self, name: str, value: Value) -> Context:
        """The context inside a loop."""
        return replace(self, iterators=(*self.iterators, (name, value)))

    def iterator(self, name: str) -> Value | None:
        """The value of the innermost loop variable of that name."""
        return next((value for known, value in reversed(self.iterators) if known == name), None)

    def with_object(self, reference: Component) -> Context:
        """The context inside a loop over a collection."""
        return replace(self, objects=(*self.objects, reference))

    def object(self, name: str) -> Component | None:
        """The reference that the innermost loop over a collection calls so."""
        return next((each for each in reversed(self.objects) if each.name == name), None)

    def without_events(self) -> Context:
        """The context inside `noEvent`."""
        return replace(self, events=False)

    def with_impure(self) -> Context:
        """The context in which impure functions count as pure ones."""
        return replace(self, pure=False)

    def at_events(self) -> Context:
        """The context inside a when-clause."""
        return replace(self, pure=False, is_instant=True)

    def known_now(self, what: str) -> Context:
        """The context of an expression whose value must be known now."""
        return replace(self, events=False, structural=what)


@dataclass(frozen=True, slots=True)
class FunctionValue:
    """A function as an argument, with values for the inputs that are fixed already."""

    class_: Class
    given: tuple[tuple[str, Value], ...] = ()


class Scope(Protocol):
    """What an expression's names mean: given by the plan or function under construction."""

    def read(self, reference: ast.Reference, kind: int, context: Context) -> Value:
        """The variables (value, derivative or pre-value) that a reference names."""
        ...

    def size(self, reference: ast.Reference, context: Context) -> Shape | None:
        """The dimensions of what a reference names, without reading it; None: it is no component."""
        ...

    def relation(self, relation: str, left: Expr, right: Expr, span: Span) -> Expr:
        """A new relation that makes events; the expression that reads its value."""
        ...

    def timed(self, kind: RowKind, left: Expr, right: Expr, span: Span) -> Expr:
        """A new `sample` or `delay`; the expression that reads its value."""
        ...

    def reserved(self, position: int) -> Expr:
        """The expression that reads a position which is the same in every program."""
        ...

    def event_function(self, name: str, operands: tuple[Expr, ...], span: Span) -> Expr:
        """`floor` and its relatives of what varies continuously: stands still between the events it makes."""
        ...

    def derivative(self, expression: Expr, span: Span) -> Expr:
        """The derivative of an expression by time."""
        ...

    def call(self, call: ast.Call, context: Context) -> tuple[Value, ...]:
        """All outputs of a call of a function that is not built in, or of a constructor."""
        ...

    @property
    def can_index(self) -> bool:
        """Whether slots can be chosen by a number that is not known yet: in functions."""
        ...

    def function_value(self, reference: ast.Reference, context: Context) -> FunctionValue | None:
        """A function that was passed as an argument, or None."""
        ...

    def overload(self, symbol: str, operands: tuple[Value, ...], span: Span, context: Context) -> Value | None:
        """What an operator of operator records gives; None: none of the operands is one."""
        ...

    def is_shadowed(self, name: str, context: Context) -> bool:
        """Whether a name of a built-in function means something else here."""
        ...

    def special(self, call: ast.Call, name: str, context: Context) -> Value:
        """The value of an operator that needs to know the model: inStream, actualStream, cardinality, ..."""
        ...

    def range_of_type(self, reference: ast.Reference, context: Context) -> Value | None:
        """All values of the enumeration (or Boolean) that a reference names, or None."""
        ...

    def reduction(self, call: ast.Call, name: str, context: Context) -> Value | None:
        """A reduction over a collection of dynamic objects; None: it is none."""
        ...

    def collection_size(self, call: ast.Call, context: Context) -> Value | None:
        """`size` of a collection of dynamic objects; None: its argument is none."""
        ...

    def is_structural(self, value: Value) -> bool:
        """Whether a condition is known once the structure is."""
        ...

    def choose_by_structure(
        self, test: Expr, then: Callable[[], Value], otherwise: Callable[[], Value], context: Context, span: Span
    ) -> Value:
        """One of two values by such a condition; what belongs to the other one is not there."""
        ...

    def implied_range(self, name: str, bodies: tuple[ast.Node, ...], context: Context, span: Span) -> Value:
        """The range of an iterator that has none, from the arrays it subscripts."""
        ...


def unsupported(span: Span, construct: str, advice: str = "rewrite it with equations and if-expressions") -> MosilaError:
    """The refusal of something the grammar takes and the compiler does not yet."""
    return MosilaError(NOT_SUPPORTED.at(span, construct=construct, advice=advice))
