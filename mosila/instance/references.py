"""References: `a.b[2].c` in the text of a class -> positions of its plan."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from mosila.dataclass import dataclass
from mosila.diagnostics import MosilaError
from mosila.diagnostics.connect import NOT_ON_BUS
from mosila.diagnostics.names import ABSENT_COMPONENT, CONDITIONAL_USE, NOT_A_VARIABLE, PROTECTED_ACCESS, UNKNOWN_NAME
from mosila.diagnostics.types import BAD_RANGE, BAD_SUBSCRIPT, NOT_PARAMETER, WRONG_SIZE
from mosila.instance.context import UNKNOWN_SIZE, Context, unsupported
from mosila.instance.dynamic import choose_by_structure
from mosila.instance.implied_ranges import subscripted_by
from mosila.instance.lower import lower, lower_structural, subscripted
from mosila.instance.names import ClassScope, selected
from mosila.instance.plan import (
    DERIVATIVE,
    LARGEST_STEPPED,
    PRE,
    TIME_CELL,
    VALUE,
    Component,
    Plan,
    Role,
    RowKind,
    Variability,
    Variable,
    cell,
)
from mosila.instance.values import Value, boolean, expect, integer, stack
from mosila.semantics.classes import Class, ComponentElement
from mosila.semantics.suggest import suggestion
from mosila.semantics.symbols import Builtin
from mosila.semantics.types import EnumerationType, Field, RecordType, Shape, Type, type_name
from mosila.source import Span
from mosila.symbolic import differentiate_in_time
from mosila.symbolic.expression import ZERO, Expr, apply, constant, slot_index, slots_of
from mosila.syntax import ast
from mosila.syntax.format import expression_text

if TYPE_CHECKING:
    from mosila.instance.build import PlanBuilder


@dataclass(frozen=True, slots=True)
class Found:
    """What a reference names: relative positions of the elements, their common shape, and the component."""

    positions: tuple[int, ...]
    shape: Shape
    component: Component
    path: tuple[str, ...]
    conditional: Component | None = None
    """The first conditional component on the way."""
    is_parameter: bool = False
    """A parameter of the object behind a `dynamic` reference: it varies with the reference."""


class DynamicSubscriptError(Exception):
    """A subscript that is not known before the run; the whole array is read and the element chosen."""


class PlanScope(ClassScope):
    """The names of a plan under construction."""

    def __init__(self, builder: PlanBuilder) -> None:
        super().__init__(builder.factory.constants, builder.class_)
        self.builder = builder

    def is_member(self, reference: ast.Reference, context: Context) -> bool:
        """Whether a reference begins with a component of the object itself."""
        first = reference.parts[0].name
        if not reference.is_global and context.object(first) is not None:
            return True
        if reference.is_global or first not in self.builder.members:
            return False
        return context.scope.symbol in self.builder.lineage and self._is_known(first, context.scope)

    def _is_known(self, name: str, text: Class) -> bool:
        """Whether a base class knows a component of the object: it has its own and inherited ones, not those beside it."""
        owners = (self.builder.class_.symbol, self.builder.members[name].owner.symbol)
        return text.symbol in owners or text.member(name) is not None

    def read(self, reference: ast.Reference, kind: int, context: Context) -> Value:
        """The variables (value, derivative or pre-value) that a reference names."""
        if self.is_member(reference, context):
            if context.structural:
                return self.builder.structural_value(reference, context)
            try:
                return self._read_found(self.find(reference, context), reference, kind, context)
            except DynamicSubscriptError:
                return self._read_chosen(reference, kind, context)
        if len(reference.parts) == 1 and reference.parts[0].name == "time":
            if context.structural:
                raise MosilaError(NOT_PARAMETER.at(reference.span, what=context.structural, text="time"))
            if kind == PRE:
                raise MosilaError(NOT_A_VARIABLE.at(reference.span, name="pre(time)", what="not defined"))
            return Value(Builtin.REAL, Variability.CONTINUOUS, (), (self.builder.rows.read(TIME_CELL + kind, relative=False),))
        around = self.builder.around(context)
        if around is not None and around.scope.is_member(reference, context):
            self.builder.keep_apart()
            return around.scope.read(reference, kind, context.known_now("a value in a class definition"))
        value = self.find_constant(reference, context)
        if kind == DERIVATIVE:
            return Value(Builtin.REAL, Variability.CONSTANT, value.shape, (ZERO,) * len(value.elements))
        return value

    def _read_found(self, found: Found, reference: ast.Reference, kind: int, context: Context) -> Value:
        if found.conditional is not None:
            raise conditional_used(found.conditional, reference.span)
        content = found.component.content
        if found.component.refers is not None:
            what = "a collection of objects" if found.component.is_collection else "a reference to an object"
            raise MosilaError(NOT_A_VARIABLE.at(reference.span, name=expression_text(reference), what=what))
        if isinstance(content, Plan):
            return self._read_record(found, content, reference, kind)
        if content.type is Builtin.STRING:
            return self.builder.structural_value(reference, context.known_now("a String"))
        if content.variability is Variability.CONSTANT and kind != DERIVATIVE and not found.component.is_reference:
            return self.builder.structural_value(reference, context.known_now("a constant"))
        if content.is_evaluated and kind == VALUE and len(reference.parts) == 1 and not found.component.is_reference:
            with suppress(MosilaError):  # no value yet: it is found like that of any parameter
                return self.builder.structural_value(reference, context.known_now("a parameter to be evaluated"))
        if kind == DERIVATIVE and content.variability <= Variability.PARAMETER:
            return Value(Builtin.REAL, Variability.CONSTANT, found.shape, (ZERO,) * len(found.positions))
        if kind == DERIVATIVE and content.variability is Variability.DISCRETE:
            what = "a discrete variable, which has no derivative"
            raise MosilaError(NOT_A_VARIABLE.at(reference.span, name=expression_text(reference), what=what))
        read = self.builder.rows.read
        elements = tuple(read(cell(p, kind)) for p in found.positions)
        variability = Variability.CONTINUOUS if kind == DERIVATIVE else content.variability
        return Value(content.type, variability, found.shape, elements)

    def _read_record(self, found: Found, plan: Plan, reference: ast.Reference, kind: int) -> Value:
        if not plan.is_record and not plan.is_connector:
            what = f"a component of class {plan.symbol.name}"
            raise MosilaError(NOT_A_VARIABLE.at(reference.span, name=expression_text(reference), what=what))
        leaves = record_leaves(plan)
        variability = max((v.variability for _, v in leaves), default=Variability.CONSTANT)
        read = self.builder.rows.read
        elements = tuple(
            ZERO if kind == DERIVATIVE and v.variability <= Variability.PARAMETER else read(cell(p + offset, kind))
            for p in found.positions
            for offset, v in leaves
        )
        return Value(record_type(plan), variability, found.shape, elements)

    def _read_chosen(self, reference: ast.Reference, kind: int, context: Context) -> Value:
        """An element whose number varies while the model runs."""
        whole = ast.Reference(tuple(ast.Part(p.name, span=p.span) for p in reference.parts), reference.is_global, span=reference.span)
        found = self.find(whole, context)
        value = self._read_found(found, whole, kind, context)
        subscripts: list[ast.Expression] = []
        components = self.builder.components
        for part, following in pairwise((*reference.parts, None)):
            assert part is not None
            component = components[part.name]
            subscripts += [*part.subscripts, *(ast.Colon() for _ in component.dimensions[len(part.subscripts) :])]
            if following is not None and isinstance(component.content, Plan):
                components = component.content.components
        return subscripted(value, tuple(subscripts), expression_text(whole), self, context)

    def size(self, reference: ast.Reference, context: Context) -> Shape | None:
        """The dimensions of what a reference names."""
        if not self.is_member(reference, context):
            return None
        if context.structural and len(reference.parts) == 1:
            return self.builder.shape_of(reference, context)
        try:
            return self.find(reference, context).shape
        except DynamicSubscriptError:
            return None

    def relation(self, relation: str, left: Expr, right: Expr, span: Span) -> Expr:
        """A new relation that makes events."""
        return self.builder.rows.add_relation(relation, left, right, span)

    def timed(self, kind: RowKind, left: Expr, right: Expr, span: Span) -> Expr:
        """A new `sample` or `delay`."""
        return self.builder.rows.add_timed(kind, left, right, span)

    def reserved(self, position: int) -> Expr:
        """A position that is the same in every program."""
        return self.builder.rows.read(cell(position), relative=False)

    def event_function(self, name: str, operands: tuple[Expr, ...], span: Span) -> Expr:
        """`floor` and its relatives: a discrete variable that follows, with relations that make the events."""
        if name in ("floor", "ceil", "integer"):
            return self._whole(name, operands[0], span)
        quotient = apply("/", *operands)
        if name == "mod":
            whole = self._whole("floor", quotient, span)
        else:
            relation = self.relation(">=", quotient, ZERO, span)
            whole = apply("if", relation, self._whole("floor", quotient, span), self._whole("ceil", quotient, span))
        return whole if name == "div" else apply("-", operands[0], apply("*", whole, operands[1]))

    def _whole(self, name: str, operand: Expr, span: Span) -> Expr:
        """The discrete variable that holds floor or ceil of a value; it moves when the value leaves its unit interval."""
        rows = self.builder.rows
        position = rows.new_position(Role.AUXILIARY, Builtin.REAL, Variability.DISCRETE, span)
        now, before = rows.read(cell(position)), rows.read(cell(position, PRE))
        one = constant(1.0)
        if name == "ceil":
            below, above = apply("-", before, one), before
            lower_relation = self.relation("<=", operand, below, span)
            upper_relation = self.relation(">", operand, above, span)
        else:
            below, above = before, apply("+", before, one)
            lower_relation = self.relation("<", operand, below, span)
            upper_relation = self.relation(">=", operand, above, span)
        rounded = "ceil" if name == "ceil" else "floor"
        is_exact = apply("<", apply("abs", before), constant(LARGEST_STEPPED))
        nothing = apply("/", one, ZERO)
        left = apply("min", apply(rounded, operand), apply("-", before, one))
        right = apply("max", apply(rounded, operand), apply("+", before, one))
        moved = apply("if", upper_relation, right, apply("if", lower_relation, left, before))
        moved = apply("if", is_exact, moved, nothing)
        start = self.reserved(1)
        rows.add_equation(now, apply("if", start, apply(rounded, operand), moved), span, discrete=True)
        return now

    def derivative(self, expression: Expr, span: Span) -> Expr:
        """The derivative of an expression by time."""
        rows = self.builder.rows
        slots = {index: rows.slot_cell(index) for index in slots_of(expression)}
        rates = {index: rows.rate_slot(index) for index, (number, relative) in slots.items() if relative and number % 3 == VALUE}
        time = next((index for index, key in slots.items() if key == (TIME_CELL, False)), None)
        return differentiate_in_time(expression, {index: slot_index(rate) for index, rate in rates.items()}, time)

    def overload(self, symbol: str, operands: tuple[Value, ...], span: Span, context: Context) -> Value | None:
        """What an operator of operator records gives."""
        return self.builder.factory.overload(symbol, operands, span, self, context)

    def reduction(self, call: ast.Call, name: str, context: Context) -> Value | None:
        """A reduction over a collection of dynamic objects."""
        return self.builder.dynamic.reduction(call, name, context)

    def collection_size(self, call: ast.Call, context: Context) -> Value | None:
        """`size` of a collection of dynamic objects."""
        return self.builder.dynamic.size_of(call, context)

    def is_structural(self, value: Value) -> bool:
        """Whether a condition is known once the structure is."""
        return bool(self.builder.indicators) and not value.shape and self.builder.dynamic.is_structural(value.scalar)

    def choose_by_structure(
        self, test: Expr, then: Callable[[], Value], otherwise: Callable[[], Value], context: Context, span: Span
    ) -> Value:
        """One of two values by such a condition; what belongs to the other one is not there."""
        return choose_by_structure(self.builder, test, then, otherwise, context, span)

    def special(self, call: ast.Call, name: str, context: Context) -> Value:
        """Operators that need to know what is connected or active."""
        return self.builder.special(call, name, context)

    def implied_range(self, name: str, bodies: tuple[ast.Node, ...], context: Context, span: Span) -> Value:
        """The range of an iterator that has none: the size of the dimension that it subscripts."""
        for reference, place, axis in subscripted_by(name, bodies):
            head = ast.Reference((*reference.parts[:place], ast.Part(reference.parts[place].name)), span=reference.span)
            member = self.builder.members.get(reference.parts[0].name)
            if place == 0 and member is not None and axis < len(member.declaration.subscripts):
                written = member.declaration.subscripts[axis]
                if isinstance(written, ast.Reference) and (values := self.range_of_type(written, Context(member.owner))) is not None:
                    return values
            size = self.size(head, context)
            if size is not None and axis < len(size) and size[axis] != UNKNOWN_SIZE:
                return stack([integer(k + 1) for k in range(size[axis])], Builtin.INTEGER)
        what = f"the iterator `{name}` has no range, and no array is subscripted by it alone"
        raise MosilaError(BAD_RANGE.at(span, what=what))

    def find(self, reference: ast.Reference, context: Context) -> Found:
        """Resolve a reference to components of this plan or of its objects."""
        starts = np.zeros(1, dtype=np.int64)
        shape: Shape = ()
        owner = self.builder.class_.name
        component: Component | None = None
        plan: Plan | None = None
        conditional: Component | None = None
        visible: frozenset[str] | None = None
        for number, part in enumerate(reference.parts):
            component = context.object(part.name) if plan is None else plan.components.get(part.name)
            if component is None and plan is None:
                component = self.builder.component(part.name)
            if plan is not None and part.name in plan.broken:
                raise MosilaError
            if component is None or (visible is not None and part.name not in visible):
                names = visible or (plan.components if plan is not None else self.builder.members)
                advice = suggestion(part.name, names)
                raise MosilaError(UNKNOWN_NAME.at(part.span, name=part.name, scope=owner, suggestion=advice))
            visible = component.visible
            if not component.condition and plan is not None and plan.is_expandable:
                bus = expression_text(ast.Reference(reference.parts[:number]))
                raise MosilaError(NOT_ON_BUS.at(part.span, name=part.name, bus=bus, why="nothing is connected to it"))
            if not component.condition:
                raise MosilaError(ABSENT_COMPONENT.at(part.span, name=part.name, related=[(component.span, "declared here")]))
            if number and component.protected:
                raise MosilaError(PROTECTED_ACCESS.at(part.span, name=part.name, scope=owner))
            if component.is_conditional:
                conditional = conditional or component
            element = self.builder.members.get(part.name) if plan is None and part.subscripts else None
            chosen, kept = self._subscripts(part, component, element, context)
            starts = (starts[:, None] + component.offset + chosen[None, :] * component.stride).ravel()
            shape = (*shape, *kept)
            last = number == len(reference.parts) - 1
            if component.refers is not None and not last:
                if len(starts) > 1:
                    raise unsupported(reference.span, "references of several objects at once", "name one object")
                path = tuple(p.name for p in reference.parts)
                places, kept, component = self.builder.dynamic.behind(reference, number, int(starts[0]), component, context)
                is_parameter = self.builder.dynamic.is_parameter(places)
                return Found(places, (*shape, *kept), component, path, conditional, is_parameter)
            if isinstance(component.content, Plan):
                plan, owner = component.content, component.content.symbol.name
            elif not last:
                what = f"a {type_name(component.content.type)}, it has no parts"
                raise MosilaError(NOT_A_VARIABLE.at(part.span, name=part.name, what=what))
        assert component is not None
        return Found(tuple(starts.tolist()), shape, component, tuple(p.name for p in reference.parts), conditional)

    def _subscripts(
        self, part: ast.Part, component: Component, element: ComponentElement | None, context: Context
    ) -> tuple[NDArray[np.int64], Shape]:
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
                chosen = self._subscript(subscript, part, size, self._index_type(element, axis), context, kept)
            numbers = (numbers[:, None] * size + chosen[None, :]).ravel()
        return numbers, tuple(kept)

    def _index_type(self, element: ComponentElement | None, axis: int) -> Type | None:
        """What a dimension of a component of this class is counted by: a type, or Integers; None: it is not known."""
        if element is None:
            return None
        written = (*element.declaration.subscripts, *element.clause.subscripts)[axis : axis + 1]
        values = self.range_of_type(written[0], Context(element.owner)) if written and isinstance(written[0], ast.Reference) else None
        return values.type if values is not None else Builtin.INTEGER if written else None

    def _subscript(
        self, subscript: ast.Expression, part: ast.Part, size: int, counted_by: Type | None, context: Context, kept: list[int]
    ) -> NDArray[np.int64]:
        last = integer(size) if counted_by in (None, Builtin.INTEGER) else replace(integer(size), type=counted_by)
        inner = context.with_iterator("end", boolean(True) if counted_by is Builtin.BOOLEAN else last)
        value = lower(subscript, self, inner)
        if not value.is_constant:
            if value.variability > Variability.PARAMETER:
                raise DynamicSubscriptError
            value = lower_structural(subscript, self, inner, "a subscript")
        if counted_by is not None or not (value.type is Builtin.BOOLEAN or isinstance(value.type, EnumerationType)):
            expect(value, (counted_by or Builtin.INTEGER,), f"a subscript of `{part.name}`", subscript)
        offset = 0 if value.type is Builtin.BOOLEAN else 1
        chosen = np.array([int(e.value) for e in value.elements], dtype=np.int64)
        for index in chosen:
            if not offset <= index < size + offset:
                raise MosilaError(BAD_SUBSCRIPT.at(subscript.span, index=index, name=part.name, size=size))
        kept.extend(value.shape)
        return chosen - offset

    def structural_selection(self, value: Value, reference: ast.Reference, context: Context) -> Value:
        """The part of a known value that a reference names."""
        return selected(value, reference, 0, self, context)


def conditional_used(component: Component, span: Span) -> MosilaError:
    """The error of a conditional component that is used outside of connections."""
    return MosilaError(CONDITIONAL_USE.at(span, name=component.name, related=[(component.span, "declared here")]))


def record_leaves(plan: Plan) -> list[tuple[int, Variable]]:
    """The scalars of a record in order: offset and variable."""
    found: list[tuple[int, Variable]] = []
    for component in plan.components.values():
        if not component.condition:
            continue
        for number in range(component.count):
            first = component.offset + number * component.stride
            if isinstance(component.content, Variable):
                found.append((first, component.content))
            else:
                found.extend((first + offset, variable) for offset, variable in record_leaves(component.content))
    return found


def record_type(plan: Plan) -> RecordType:
    """The type of a record's values."""
    fields = []
    for component in plan.components.values():
        if component.condition:
            content = component.content
            type_ = content.type if isinstance(content, Variable) else record_type(content)
            fields.append(Field(component.name, type_, component.dimensions))
    return RecordType(plan.symbol.name, tuple(fields), plan.symbol)
