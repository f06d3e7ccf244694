"""Plan building: a class, in the light of the modifiers around it -> its `Plan`.

Values that modifiers give to parameters do not enter a plan; they are rows of the plan that writes them. Only values that
decide its layout or its equations do (sizes, ranges, branches of parameter ifs). Each plan remembers which of these were
asked for and what the answers were, so a plan is shared by all objects for which the answers are the same.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from mosila.diagnostics import MosilaError
from mosila.diagnostics.instantiation import BAD_MODIFIER, NOT_SUPPORTED, PARTIAL_MODEL
from mosila.diagnostics.names import CYCLIC_COMPONENT, UNKNOWN_MODIFIER
from mosila.diagnostics.program import PARAMETER_CYCLE
from mosila.diagnostics.types import NO_VALUE, WRONG_SIZE
from mosila.instance.chart_plan import plan_chart
from mosila.instance.equations import lower_equations
from mosila.instance.lower import Context, lower, lower_integer, lower_structural
from mosila.instance.plan import (
    Component,
    Link,
    Plan,
    RowKind,
    Variability,
    Variable,
)
from mosila.instance.references import ReferenceScope
from mosila.instance.rows import RowCollector
from mosila.instance.space import AddressSpace
from mosila.instance.values import NUMBERS, Value, expect, wrong_size
from mosila.semantics.elaborate import Elaborated, Member, elaborate
from mosila.semantics.lookup import ClassTable, suggestion
from mosila.semantics.modifiers import EMPTY, Modifier, merge
from mosila.semantics.symbols import ATTRIBUTES, Builtin, ClassSymbol
from mosila.source import Span
from mosila.syntax import ast

Path = tuple[str, ...]
Answer = tuple[Builtin, tuple[int, ...], tuple[float, ...]] | None

_NUMBER_ATTRIBUTES = {"start": RowKind.START, "nominal": RowKind.NOMINAL, "min": RowKind.MINIMUM, "max": RowKind.MAXIMUM}
_VARIABILITY = {"": Variability.CONTINUOUS, "parameter": Variability.PARAMETER, "constant": Variability.CONSTANT}


@dataclass(slots=True)
class Surroundings:
    """The modifiers around a component and the plan in whose text they stand; answers what layout depends on."""

    modifier: Modifier
    builder: PlanBuilder | None
    context: Context | None
    index: tuple[int, ...] = ()
    outer: Surroundings | None = None
    name: str = ""
    asked: dict[Path, Answer] = field(default_factory=dict)

    def ask(self, path: Path, what: str) -> Value | None:
        """The value given from outside to an element of the component, or None where none is given."""
        value = self._find(path, what)
        self.asked[path] = None if value is None else (value.type, value.shape, tuple(e.value for e in value.elements))
        return value

    def _find(self, path: Path, what: str) -> Value | None:
        if self.outer is not None:
            found = self.outer.ask((self.name, *path), what)
            if found is not None:
                return found
        here = self.modifier
        for name in path:
            if name not in here.nested:
                return None
            here = here.nested[name]
        if here.value is None or self.builder is None or self.context is None:
            return None
        value = lower_structural(here.value, self.builder.scope, self.context, what)
        if self.index and not here.each and len(value.shape) >= len(self.index):
            value = element_of(value, self.index)
        return value


def element_of(value: Value, index: tuple[int, ...]) -> Value:
    """The element (or sub-array) of an array value at an index counted from 0."""
    rest = value.shape[len(index) :]
    width = int(np.prod(rest, dtype=np.int64)) if rest else 1
    first = int(np.ravel_multi_index(index, value.shape[: len(index)])) * width
    return Value(value.type, value.variability, rest, value.elements[first : first + width])


class PlanFactory:
    """Builds plans of a program's classes and keeps those already built."""

    def __init__(self, table: ClassTable, space: AddressSpace) -> None:
        self.table = table
        self.space = space
        self._elaborated: dict[ClassSymbol, Elaborated] = {}
        self._plans: dict[ClassSymbol, list[tuple[dict[Path, Answer], Plan]]] = {}
        self._open: list[ClassSymbol] = []

    def elaborated(self, symbol: ClassSymbol) -> Elaborated:
        """A class with its bases merged in."""
        if symbol not in self._elaborated:
            self._elaborated[symbol] = elaborate(self.table, symbol)
        return self._elaborated[symbol]

    def root_plan(self, symbol: ClassSymbol) -> Plan:
        """The plan of the model that is simulated."""
        return self.plan(symbol, Surroundings(EMPTY, None, None), symbol.span)

    def plan(self, symbol: ClassSymbol, surroundings: Surroundings, span: Span) -> Plan:
        """The plan of a class in its surroundings: one that was built for the same answers, or a new one."""
        for asked, plan in self._plans.get(symbol, []):
            if all(_answer(surroundings.ask(path, "its layout")) == answer for path, answer in asked.items()):
                return plan
        if symbol in self._open:
            raise MosilaError(CYCLIC_COMPONENT.at(span, name=symbol.name))
        if symbol.definition.partial:
            raise MosilaError(PARTIAL_MODEL.at(span, name=symbol.name))
        self._open.append(symbol)
        try:
            surroundings.asked.clear()
            plan = PlanBuilder(self, self.elaborated(symbol), surroundings).build()
        finally:
            self._open.pop()
        self._plans.setdefault(symbol, []).append((dict(surroundings.asked), plan))
        return plan


def _answer(value: Value | None) -> Answer:
    return None if value is None else (value.type, value.shape, tuple(e.value for e in value.elements))


class PlanBuilder:
    """One plan under construction: layout first, then values, equations and the chart."""

    def __init__(self, factory: PlanFactory, elaborated: Elaborated, surroundings: Surroundings) -> None:
        self.factory = factory
        self.elaborated = elaborated
        self.surroundings = surroundings
        self.components: dict[str, Component] = {}
        self.rows = RowCollector(factory.space)
        self.scope = ReferenceScope(self)
        self.size = 1  # position 0 is the object itself, so that no two objects start at one position
        self._evaluating: list[str] = []

    @property
    def symbol(self) -> ClassSymbol:
        """The class being planned."""
        return self.elaborated.symbol

    def build(self) -> Plan:
        """Lay out the components, then lower everything written in the class."""
        modifiers: dict[str, Modifier] = {}
        for member in self.elaborated.members.values():
            modifiers[member.name] = self._lay_out(member)
        self.rows.next_position = self.size
        for member in self.elaborated.members.values():
            self._apply(self.components[member.name], 0, (), modifiers[member.name], Context(member.scope))
        connections = lower_equations(self.elaborated.equations, self.scope, self.rows)
        chart = plan_chart(self.elaborated.charts, self.scope, self.rows, Context(self.symbol))
        return Plan(
            symbol=self.symbol,
            size=self.rows.next_position,
            components=self.components,
            auxiliaries=tuple(self.rows.auxiliaries),
            rows=self.rows.finish(),
            reinits=tuple(self.rows.reinits),
            connections=tuple(connections),
            chart=chart.plan if chart is not None else None,
            behaviours=chart.behaviours if chart is not None else (),
        )

    def structural_value(self, name: str, span: Span, what: str) -> Value:
        """The value of a parameter of this class that must be known now."""
        member = self.elaborated.members[name]
        if name in self._evaluating:
            cycle = " <- ".join([*self._evaluating[self._evaluating.index(name) :], name])
            raise MosilaError(PARAMETER_CYCLE.at(member.declaration.span, name=name, cycle=cycle))
        given = self.surroundings.ask((name,), what)
        if given is not None:
            return given
        if member.modifier.value is None:
            raise MosilaError(NO_VALUE.at(span, what=what, name=name))
        self._evaluating.append(name)
        try:
            return lower_structural(member.modifier.value, self.scope, Context(member.scope), what)
        finally:
            self._evaluating.pop()

    def _lay_out(self, member: Member) -> Modifier:
        """Give a member its positions; returns its modifier with what its type adds."""
        refuse_prefixes(member)
        context = Context(member.scope)
        type_ = self.factory.table.find(member.clause.type, member.scope)
        subscripts = (*member.declaration.subscripts, *member.clause.subscripts)
        modifier = member.modifier
        content: Plan | Variable
        if isinstance(type_, ClassSymbol):
            elaborated = self.factory.elaborated(type_)
            if elaborated.builtin is not None:
                modifier = merge(modifier, elaborated.builtin_modifier)
                subscripts = (*subscripts, *elaborated.subscripts)
                type_ = elaborated.builtin
        dimensions = tuple(self._dimension(s, member, k, context) for k, s in enumerate(subscripts))
        if isinstance(type_, Builtin):
            content = self._variable(member, type_, modifier, context)
        else:
            content = self._object_plan(member, type_, modifier, dimensions, context)
        component = Component(member.name, self.size, dimensions, content, member.scope, member.declaration.span)
        self.components[member.name] = component
        self.size += component.count * component.stride
        return modifier

    def _object_plan(self, member: Member, type_: ClassSymbol, modifier: Modifier, dimensions: tuple[int, ...], context: Context) -> Plan:
        plans: list[Plan] = []
        for index in np.ndindex(*dimensions):
            around = Surroundings(modifier, self, context, index, self.surroundings, member.name)
            plans.append(self.factory.plan(type_, around, member.declaration.span))
            if not around.asked:
                break
        if not plans:
            plans.append(self.factory.plan(type_, Surroundings(modifier, self, context), member.declaration.span))
        if any(plan is not plans[0] for plan in plans):
            construct = "an array whose elements differ in structure"
            raise MosilaError(NOT_SUPPORTED.at(member.declaration.span, construct=construct, advice="declare the elements one by one"))
        return plans[0]

    def _dimension(self, subscript: ast.Expression, member: Member, axis: int, context: Context) -> int:
        if isinstance(subscript, ast.Colon):
            given = self.surroundings.ask((member.name,), "an array dimension")
            value = member.modifier.value
            if given is None and value is None:
                raise MosilaError(NO_VALUE.at(member.declaration.span, what="the dimension `:`", name=member.name))
            known = given or lower_structural(value, self.scope, context, "an array dimension")  # type: ignore[arg-type]
            return known.shape[axis] if axis < len(known.shape) else 0
        size = lower_integer(subscript, self.scope, context, "an array dimension")
        if size < 0:
            raise MosilaError(WRONG_SIZE.at(subscript.span, what="a negative dimension", left=size, right="at least 0"))
        return size

    def _variable(self, member: Member, type_: Builtin, modifier: Modifier, context: Context) -> Variable:
        if type_ is Builtin.STRING:
            construct = "a String variable"
            raise MosilaError(NOT_SUPPORTED.at(member.declaration.span, construct=construct, advice="leave it out"))
        clause = member.clause
        variability = _VARIABILITY.get(clause.variability, Variability.DISCRETE)
        if variability is Variability.CONTINUOUS and type_ is not Builtin.REAL:
            variability = Variability.DISCRETE
        unit = modifier.nested.get("unit", EMPTY).value
        description = member.declaration.description
        return Variable(
            type=type_,
            variability=variability,
            span=member.declaration.span,
            link={"flow": Link.FLOW, "sum": Link.SUM}.get(clause.connection, Link.POTENTIAL),
            is_event=clause.event,
            unit=str(unit.value) if isinstance(unit, ast.Literal) else "",
            description="".join(description.strings) if description is not None else "",
            protected=member.element.protected,
        )

    def _apply(self, component: Component, base: int, index: tuple[int, ...], modifier: Modifier, context: Context) -> None:
        """Write the rows of a modifier for a component that starts `base` after this plan's own start."""
        if modifier is EMPTY:
            return
        content = component.content
        if isinstance(content, Variable):
            self._apply_to_variable(component, content, base, modifier, context, index)
            return
        if modifier.value is not None:
            what = f"`{component.name}` is an object and cannot be set to a value"
            raise MosilaError(BAD_MODIFIER.at(modifier.span, what=what, advice="modify its variables: `(x = ...)`"))
        for name, inner in modifier.nested.items():
            if name not in content.components:
                advice = suggestion(name, content.components)
                raise MosilaError(UNKNOWN_MODIFIER.at(inner.named, scope=content.symbol.name, name=name, suggestion=advice))
            part = content.components[name]
            for element in np.ndindex(*component.dimensions):
                number = int(np.ravel_multi_index(element, component.dimensions)) if element else 0
                start = base + component.offset + number * content.size
                self._apply(part, start, (*index, *element), inner, context)

    def _apply_to_variable(
        self, component: Component, variable: Variable, base: int, modifier: Modifier, context: Context, index: tuple[int, ...]
    ) -> None:
        first = base + component.offset
        for name, inner in modifier.nested.items():
            if name not in ATTRIBUTES[variable.type]:
                advice = suggestion(name, ATTRIBUTES[variable.type])
                scope = f"{variable.type.value} `{component.name}`"
                raise MosilaError(UNKNOWN_MODIFIER.at(inner.named, scope=scope, name=name, suggestion=advice))
            if inner.value is not None and name in _NUMBER_ATTRIBUTES:
                self._value_rows(_NUMBER_ATTRIBUTES[name], component, variable, first, inner, context, index)
            elif inner.value is not None and name == "fixed":
                self._fixed_rows(component, variable, first, inner, context, index)
        if modifier.value is not None:
            self._value_rows(RowKind.BINDING, component, variable, first, modifier, context, index)

    def _fixed_rows(
        self, component: Component, variable: Variable, first: int, modifier: Modifier, context: Context, index: tuple[int, ...]
    ) -> None:
        assert modifier.value is not None
        value = lower_structural(modifier.value, self.scope, context, "`fixed`")
        expect(value, (Builtin.BOOLEAN,), "`fixed`", modifier.value)
        if variable.variability <= Variability.PARAMETER and any(not e.value for e in value.elements):
            construct = "a parameter with `fixed = false`"
            raise MosilaError(NOT_SUPPORTED.at(modifier.span, construct=construct, advice="give the parameter a value"))
        self._value_rows(RowKind.FIXED, component, variable, first, modifier, context, index)

    def _value_rows(
        self,
        kind: RowKind,
        component: Component,
        variable: Variable,
        first: int,
        modifier: Modifier,
        context: Context,
        index: tuple[int, ...],
    ) -> None:
        assert modifier.value is not None
        value = lower(modifier.value, self.scope, context)
        what = f"`{component.name}`" if kind is RowKind.BINDING else f"`{kind.value}` of `{component.name}`"
        allowed = NUMBERS if variable.type is Builtin.REAL else (variable.type,)
        expect(value, (Builtin.BOOLEAN,) if kind is RowKind.FIXED else allowed, what, modifier.value)
        if index and not modifier.each and len(value.shape) == len(index) + len(component.dimensions):
            value = element_of(value, index)
        if value.shape and value.shape != component.dimensions:
            raise wrong_size(modifier.span, what, component.dimensions, value.shape)
        if not value.shape and component.dimensions and kind is RowKind.BINDING and not modifier.each:
            raise wrong_size(modifier.span, f"{what} (write `each`)", component.dimensions, ())
        for number in range(component.count):
            element = value.elements[number] if value.shape else value.scalar
            self.rows.add_value(kind, first + number, element, modifier.span, value.variability)


def refuse_prefixes(member: Member) -> None:
    """Refuse what the grammar takes and plans do not yet."""
    element, clause = member.element, member.clause
    refused = (
        (element.inner or element.outer, "`inner` and `outer`"),
        (element.replaceable or element.redeclare, "`replaceable` and `redeclare`"),
        (clause.connection == "stream", "`stream`"),
        (clause.dynamic, "`dynamic`"),
        (member.declaration.condition is not None, "a conditional component"),
    )
    for is_there, construct in refused:
        if is_there:
            raise MosilaError(NOT_SUPPORTED.at(member.declaration.span, construct=construct, advice="leave the prefix out"))
