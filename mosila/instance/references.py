"""References: `a.b[2].c` in the text of a class -> positions of its plan."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from mosila.diagnostics import MosilaError
from mosila.diagnostics.names import NOT_A_VARIABLE, UNKNOWN_NAME
from mosila.diagnostics.types import BAD_SUBSCRIPT, NOT_PARAMETER, WRONG_SIZE
from mosila.instance.lower import Context, lower_structural, unsupported
from mosila.instance.plan import DERIVATIVE, PRE, TIME_CELL, VALUE, Component, Plan, Variability, Variable, cell
from mosila.instance.values import Value
from mosila.semantics.lookup import suggestion
from mosila.semantics.symbols import Builtin, ClassSymbol
from mosila.source import Span
from mosila.symbolic.expression import Expr, constant
from mosila.syntax import ast
from mosila.syntax.format import expression_text

if TYPE_CHECKING:
    from mosila.instance.build import PlanBuilder


@dataclass(frozen=True, slots=True)
class Found:
    """What a reference names: relative positions of the elements, their common shape, and the component."""

    positions: tuple[int, ...]
    shape: tuple[int, ...]
    component: Component
    path: tuple[str, ...]


class ReferenceScope:
    """The names of a plan under construction."""

    def __init__(self, builder: PlanBuilder) -> None:
        self.builder = builder

    def read(self, reference: ast.Reference, kind: int, context: Context) -> Value:
        """The variables (value, derivative or pre-value) that a reference names."""
        first = reference.parts[0].name
        if reference.is_global or first not in self.builder.elaborated.members:
            return self._read_outside(reference, kind, context)
        if context.structural:
            return self._read_structural(reference, context)
        found = self.find(reference, context)
        variable = found.component.content
        if not isinstance(variable, Variable):
            what = f"a component of class {variable.symbol.name}"
            raise MosilaError(NOT_A_VARIABLE.at(reference.span, name=expression_text(reference), what=what))
        if kind == DERIVATIVE and variable.variability <= Variability.PARAMETER:
            return Value(Builtin.REAL, Variability.CONSTANT, found.shape, (constant(0.0),) * len(found.positions))
        read = self.builder.rows.read
        elements = tuple(read(cell(p, kind)) for p in found.positions)
        variability = Variability.CONTINUOUS if kind == DERIVATIVE else variable.variability
        return Value(variable.type, variability, found.shape, elements)

    def size(self, reference: ast.Reference, context: Context) -> tuple[int, ...]:
        """The dimensions of what a reference names; only components laid out before can be asked."""
        return self.find(reference, context).shape

    def relation(self, relation: str, left: Expr, right: Expr, span: Span) -> Expr:
        """A new relation that makes events."""
        return self.builder.rows.add_relation(relation, left, right, span)

    def find(self, reference: ast.Reference, context: Context) -> Found:
        """Resolve a reference to components of this plan or of its objects."""
        components: dict[str, Component] = self.builder.components
        starts = np.zeros(1, dtype=np.int64)
        shape: tuple[int, ...] = ()
        owner = self.builder.symbol.name
        component: Component | None = None
        for number, part in enumerate(reference.parts):
            component = components.get(part.name)
            if component is None:
                self._refuse_early(part, number)
                raise MosilaError(UNKNOWN_NAME.at(part.span, name=part.name, scope=owner, suggestion=suggestion(part.name, components)))
            chosen, kept = self._subscripts(part, component, context)
            starts = (starts[:, None] + component.offset + chosen[None, :] * component.stride).ravel()
            shape = (*shape, *kept)
            last = number == len(reference.parts) - 1
            if isinstance(component.content, Plan):
                components, owner = component.content.components, component.content.symbol.name
            elif not last:
                what = f"a {component.content.type.value}, it has no parts"
                raise MosilaError(NOT_A_VARIABLE.at(part.span, name=part.name, what=what))
        assert component is not None
        return Found(tuple(int(s) for s in starts), shape, component, tuple(p.name for p in reference.parts))

    def _refuse_early(self, part: ast.Part, number: int) -> None:
        if number == 0 and part.name in self.builder.elaborated.members:
            raise unsupported(part.span, f"a dimension that depends on `{part.name}`, declared later", "declare it first")

    def _subscripts(self, part: ast.Part, component: Component, context: Context) -> tuple[np.ndarray, tuple[int, ...]]:
        """The element numbers that subscripts choose, and the dimensions they keep."""
        dimensions = component.dimensions
        if len(part.subscripts) > len(dimensions):
            what = f"`{part.name}` has too many subscripts"
            raise MosilaError(WRONG_SIZE.at(part.span, what=what, left=len(dimensions), right=len(part.subscripts)))
        numbers = np.zeros(1, dtype=np.int64)
        kept: list[int] = []
        for axis, size in enumerate(dimensions):
            subscript = part.subscripts[axis] if axis < len(part.subscripts) else None
            if subscript is None or isinstance(subscript, ast.Colon):
                chosen = np.arange(size)
                kept.append(size)
            else:
                chosen = self._subscript(subscript, part, size, context, kept)
            numbers = (numbers[:, None] * size + chosen[None, :]).ravel()
        return numbers, tuple(kept)

    def _subscript(self, subscript: ast.Expression, part: ast.Part, size: int, context: Context, kept: list[int]) -> np.ndarray:
        inner = context.with_iterator("end", Value(Builtin.INTEGER, Variability.CONSTANT, (), (constant(float(size)),)))
        value = lower_structural(subscript, self, inner, "a subscript")
        if value.type is not Builtin.INTEGER:
            raise MosilaError(NOT_PARAMETER.at(subscript.span, what="a subscript", text=expression_text(subscript)))
        chosen = np.array([int(e.value) for e in value.elements], dtype=np.int64)
        for index in chosen:
            if not 1 <= index <= size:
                raise MosilaError(BAD_SUBSCRIPT.at(subscript.span, index=index, name=part.name, size=size))
        kept.extend(value.shape)
        return chosen - 1

    def _read_structural(self, reference: ast.Reference, context: Context) -> Value:
        part = reference.parts[0]
        member = self.builder.elaborated.members[part.name]
        if member.clause.variability not in ("parameter", "constant"):
            raise MosilaError(NOT_PARAMETER.at(reference.span, what=context.structural, text=expression_text(reference)))
        if len(reference.parts) > 1:
            raise unsupported(
                reference.span, f"`{expression_text(reference)}` where {context.structural} is decided", "use an own parameter"
            )
        value = self.builder.structural_value(part.name, reference.span, context.structural)
        for subscript in part.subscripts:
            index = lower_structural(subscript, self, context, "a subscript")
            number = int(index.scalar.value)
            if not value.shape or not 1 <= number <= value.shape[0]:
                size = value.shape[0] if value.shape else 0
                raise MosilaError(BAD_SUBSCRIPT.at(subscript.span, index=number, name=part.name, size=size))
            width = len(value.elements) // value.shape[0]
            elements = value.elements[(number - 1) * width : number * width]
            value = Value(value.type, value.variability, value.shape[1:], elements)
        return value

    def _read_outside(self, reference: ast.Reference, kind: int, context: Context) -> Value:
        """Time, a constant of an enclosing class, or a constant of a package."""
        names = tuple(part.name for part in reference.parts)
        if names == ("time",) and not context.structural:
            if kind == PRE:
                raise MosilaError(NOT_A_VARIABLE.at(reference.span, name="pre(time)", what="not defined"))
            return Value(Builtin.REAL, Variability.CONTINUOUS, (), (self.builder.rows.read(TIME_CELL + kind, relative=False),))
        value = self._constant(names, context)
        if value is None or kind != VALUE:
            members = self.builder.elaborated.members
            raise MosilaError(
                UNKNOWN_NAME.at(
                    reference.span, name=names[0], scope=self.builder.symbol.name, suggestion=suggestion(names[0], (*members, "time"))
                )
            )
        return value

    def _constant(self, names: tuple[str, ...], context: Context) -> Value | None:
        factory = self.builder.factory
        owner: ClassSymbol | None = context.symbol
        if len(names) == 1:
            while owner is not None:
                if owner is not self.builder.symbol and (value := self._constant_of(owner, names[0])) is not None:
                    return value
                owner = owner.enclosing
            return None
        found = factory.table.try_find(names[0], context.symbol)
        for name in names[1:-1]:
            found = factory.table.member_class(found, name) if isinstance(found, ClassSymbol) else None
        return self._constant_of(found, names[-1]) if isinstance(found, ClassSymbol) else None

    def _constant_of(self, owner: ClassSymbol, name: str) -> Value | None:
        member = self.builder.factory.elaborated(owner).members.get(name)
        if member is None or member.clause.variability != "constant" or member.modifier.value is None:
            return None
        return lower_structural(member.modifier.value, self, Context(member.scope), f"the constant `{name}`")
