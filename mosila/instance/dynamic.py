"""Dynamic objects in the text of a class: references, what is read through them, reductions over collections, `new`.

A reference has a position that holds no number. `front.v` is read at a position of its own, a *stand-in*; which variable it
stands for is decided when the object behind the reference is known: for equations by the structure, for actions when they run.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from mosila.diagnostics import MosilaError
from mosila.diagnostics.dynamic import BAD_DYNAMIC, NOT_A_REFERENCE
from mosila.diagnostics.names import NOT_A_VARIABLE, PROTECTED_ACCESS
from mosila.diagnostics.types import WRONG_TYPE
from mosila.instance.context import Context, unsupported
from mosila.instance.lower import lower
from mosila.instance.names import element_type
from mosila.instance.plan import (
    Branch,
    Component,
    Indicator,
    Plan,
    Reduction,
    Role,
    StandIn,
    Tells,
    Variability,
    Variable,
    cell,
)
from mosila.instance.tree import path_within, plan_offsets
from mosila.instance.values import NUMBERS, Value, common_type, expect, type_phrase, wrong_size
from mosila.semantics.classes import Class, ComponentElement
from mosila.semantics.modifiers import EMPTY
from mosila.semantics.symbols import Builtin
from mosila.semantics.types import Shape
from mosila.source import Span
from mosila.symbolic.expression import Expr, apply, slots_of
from mosila.syntax import ast
from mosila.syntax.format import expression_text

if TYPE_CHECKING:
    from mosila.instance.build import PlanBuilder


def reference_component(builder: PlanBuilder, element: ComponentElement) -> Component:
    """The component that a `dynamic` declaration makes: a position without a number."""
    declared = element_type(element)
    clause = element.clause
    sizes = [subscript for subscript, _ in declared.subscripts]
    why = ""
    if not isinstance(declared.type, Class) or declared.type.restriction not in ("model", "block", "class"):
        why = "its type is no model class"
    elif sizes and (len(sizes) > 1 or not isinstance(sizes[0], ast.Colon)):
        why = "a collection is declared with `[:]`, since its size is not fixed"
    elif element.modifier is not EMPTY or element.declaration.condition is not None:
        why = "it has modifiers, a value or a condition"
    elif clause.variability or clause.causality or clause.connection or clause.event or element.prefixes.inner or element.prefixes.outer:
        why = "it has other prefixes too"
    if why:
        raise MosilaError(BAD_DYNAMIC.at(element.span, name=element.name, why=why))
    assert isinstance(declared.type, Class)
    return replace(
        local_reference(builder, element.name, declared.type, builder.size, element.span),
        declared_in=element.owner.symbol,
        protected=element.protected,
        is_collection=bool(sizes),
    )


def local_reference(builder: PlanBuilder, name: str, class_: Class, position: int, span: Span) -> Component:
    """A reference to objects of a class at a position."""
    builder.factory.referred.setdefault(class_.symbol, class_)
    content = Variable(Builtin.INTEGER, Variability.DISCRETE, span, role=Role.REFERENCE)
    return Component(name, position, (), content, class_.symbol, span, refers=class_.symbol)


class DynamicScope:
    """What one plan under construction reads through references."""

    def __init__(self, builder: PlanBuilder) -> None:
        self.builder = builder
        self.stand_ins: list[StandIn] = []
        self.reductions: list[Reduction] = []
        self._known: dict[tuple[int, tuple[str, ...]], tuple[int, Component]] = {}
        self._declared: dict[int, tuple[tuple[str, ...], str]] = {}
        self._parameters: set[int] = set()

    # --- variables behind references ------------------------------------------------------------------------------

    def note(self, position: int, component: Component, context: Context) -> None:
        """A reference is used; in equations it is wiring."""
        self._declared[position] = (component.declared_in.path, component.name)
        self.wire(position, context)

    def wire(self, position: int, context: Context) -> None:
        """What the reference at a position holds is part of the structure, if equations use it."""
        if not context.in_action and position in self._declared:
            self.builder.factory.wired.add(self._declared[position])

    def behind(
        self, reference: ast.Reference, number: int, position: int, component: Component, context: Context
    ) -> tuple[tuple[int, ...], Shape, Component]:
        """What the parts of a reference after `number` mean in the object that the reference before them holds."""
        if component.is_collection:
            name = expression_text(ast.Reference(reference.parts[: number + 1]))
            advice = f"use a loop or a reduction, such as `sum(c.x for c in {name})`"
            raise MosilaError(NOT_A_REFERENCE.at(reference.span, name=name, what="a collection", wanted="one object", advice=advice))
        self.note(position, component, context)
        assert component.refers is not None
        probe = self.builder.factory.probe(component.refers)
        rest = reference.parts[number + 1 :]
        if rest[0].name in probe.members and probe.members[rest[0].name].protected:
            raise MosilaError(PROTECTED_ACCESS.at(rest[0].span, name=rest[0].name, scope=probe.class_.name))
        inside = replace(context, scope=probe.class_)
        for length in range(1, len(rest) + 1):
            found = probe.scope.find(ast.Reference(rest[:length], span=reference.span), inside)
            if found.component.refers is not None and length < len(rest):
                place = self._stand_in(position, probe, found.positions[0], found.component, reference, number)
                return self.behind(reference, number + length, place, found.component, context)
        places = tuple(self._stand_in(position, probe, each, found.component, reference, number) for each in found.positions)
        content = found.component.content
        if isinstance(content, Variable):
            if content.type is Builtin.STRING:
                name = expression_text(reference)
                raise MosilaError(NOT_A_VARIABLE.at(reference.span, name=name, what="a String, which cannot be read by reference"))
            if content.variability <= Variability.PARAMETER:
                self._parameters.update(places)
            content = replace(content, variability=max(content.variability, Variability.DISCRETE))
        if found.component.refers is not None:
            for place in places:
                self.note(place, found.component, context)
        return places, found.shape, replace(found.component, content=content, is_reference=False, protected=False)

    def is_parameter(self, places: tuple[int, ...]) -> bool:
        """Whether stand-ins stand for a parameter."""
        return not self._parameters.isdisjoint(places)

    def _stand_in(
        self, reference: int, probe: PlanBuilder, position: int, component: Component, written: ast.Reference, number: int
    ) -> int:
        """The position that stands for a variable (or an object, and what is in it) behind a reference."""
        path = path_within(probe.components, position, component)
        if (reference, path) not in self._known:
            content = component.content
            place = self.builder.rows.silent_position(content.size if isinstance(content, Plan) else 1)
            self._known[reference, path] = (place, component)
            texts = expression_text(written), expression_text(ast.Reference(written.parts[: number + 1]))
            self.stand_ins.append(StandIn(place, reference, path, *texts, written.span))
            for inner, offset in plan_offsets(content).items() if isinstance(content, Plan) else ():
                if inner:
                    self.stand_ins.append(StandIn(place + offset, reference, (*path, *inner), *texts, written.span))
        return self._known[reference, path][0]

    # --- structure in expressions -----------------------------------------------------------------------------------

    def is_structural(self, expression: Expr) -> bool:
        """Whether an expression is known once the structure is: it reads indicators alone, and at least one."""
        slots = slots_of(expression)
        known = {each.position for each in self.builder.indicators}
        cells = [self.builder.rows.slot_cell(index) for index in slots]
        return bool(cells) and all(relative and number % 3 == 0 and number // 3 in known for number, relative in cells)

    def size_of(self, call: ast.Call, context: Context) -> Value | None:
        """`size(collection)`; None: it is no collection."""
        argument = call.arguments[0] if call.arguments else None
        component = self._collection(argument, context)
        if component is None:
            return None
        if len(call.arguments) > 1 and expression_text(call.arguments[1]) != "1":
            raise unsupported(call.span, "another dimension of a collection", "write `size(collection)`")
        return indicator(self.builder, Indicator(-1, Tells.SIZE, component[0]), call.span, Builtin.INTEGER)

    def _collection(self, expression: ast.Expression | None, context: Context) -> tuple[int, Component] | None:
        """The position of a collection that an expression names."""
        if not isinstance(expression, ast.Reference) or not self.builder.scope.is_member(expression, context):
            return None
        if not self._may_be_collection(expression, context):
            return None
        found = self.builder.scope.find(expression, context)
        if not found.component.is_collection:
            return None
        self.note(found.positions[0], found.component, context)
        return found.positions[0], found.component

    def _may_be_collection(self, reference: ast.Reference, context: Context) -> bool:
        """Looked at first, so that nothing is laid out for the size of an ordinary array."""
        first = self.builder.members.get(reference.parts[0].name)
        return len(reference.parts) > 1 or (first is not None and first.clause.dynamic)

    def collection(self, reference: ast.Expression | None, context: Context) -> tuple[int, Class] | None:
        """A collection as (position, class of its members); None: it is none."""
        found = self._collection(reference, context)
        if found is None:
            return None
        assert found[1].refers is not None
        return found[0], self.builder.factory.referred[found[1].refers]

    def reduction(self, call: ast.Call, name: str, context: Context) -> Value | None:
        """`sum(e for c in collection)`; None: what is iterated is no collection."""
        if len(call.iterators) != 1 or context.structural:
            return None
        (iterator,) = call.iterators
        found = self.collection(iterator.range, context)
        if found is None:
            return None
        rows = self.builder.rows
        variable = rows.silent_position()
        component = local_reference(self.builder, iterator.name, found[1], variable, iterator.span)
        before = (len(rows.auxiliaries), len(self.builder.indicators), len(self.reductions), len(self.builder.branches))
        argument = call.arguments[0]
        term = lower(argument, self.builder.scope, context.with_object(component))
        expect(term, NUMBERS, f"`{name}`", argument)
        if term.shape:
            raise wrong_size(argument.span, f"`{name}` over a collection", (), term.shape)
        after = (len(rows.auxiliaries), len(self.builder.indicators), len(self.reductions), len(self.builder.branches))
        if after != before and not context.in_action:
            construct = "an event, a question for the structure or another reduction in a reduction over a collection"
            raise unsupported(argument.span, construct, f"make it a variable of class {found[1].name}")
        variability = max(Variability.DISCRETE, term.variability)
        is_discrete = variability is Variability.DISCRETE
        type_ = term.type if term.type is Builtin.INTEGER else Builtin.REAL
        if context.in_action:
            position = rows.silent_position()
        else:
            position = rows.new_position(Role.AUXILIARY, type_, variability, call.span)
        term_formula = rows.formula(term.scalar, type_)
        made = Reduction(
            position, name, found[0], variable, term_formula, is_discrete, context.in_action, call.span, rows.condition_formula()
        )
        self.reductions.append(made)
        return Value(type_, variability, (), (rows.read(cell(position)),))


def choose_by_structure(
    builder: PlanBuilder, test: Expr, then: Callable[[], Value], otherwise: Callable[[], Value], context: Context, span: Span
) -> Value:
    """One of two values, by a condition that the structure decides; what belongs to the other one is not there."""
    rows = builder.rows
    if context.in_action:
        chosen, other = then(), otherwise()
    else:
        with rows.only_if(test):
            chosen = then()
        with rows.only_if(apply("not", test)):
            other = otherwise()
    type_ = common_type((chosen.type, other.type))
    if type_ is None:
        text, found, expected = "this branch", type_phrase(other.type), type_phrase(chosen.type)
        advice = "give all branches one type"
        raise MosilaError(WRONG_TYPE.at(span, what="a branch of `if`", expected=expected, text=text, found=found, advice=advice))
    if chosen.shape != other.shape:
        raise wrong_size(span, "the branches of `if`", chosen.shape, other.shape)
    variability = max(chosen.variability, other.variability, Variability.DISCRETE)
    scalar = Builtin.REAL if variability is Variability.CONTINUOUS else type_
    elements: list[Expr] = []
    for left, right in zip(chosen.elements, other.elements, strict=True):
        if context.in_action:
            position = rows.silent_position()
            builder.branches.append(
                Branch(position, rows.formula(test, Builtin.BOOLEAN), rows.formula(left, type_), rows.formula(right, type_))
            )
        else:
            position = rows.new_position(Role.AUXILIARY, scalar, variability, span)
            for condition, value in ((test, left), (apply("not", test), right)):
                with rows.only_if(condition):
                    rows.add_equation(rows.read(cell(position)), value, span, discrete=variability is Variability.DISCRETE)
        elements.append(rows.read(cell(position)))
    return Value(type_, variability, chosen.shape, tuple(elements))


def indicator(builder: PlanBuilder, wanted: Indicator, span: Span, type_: Builtin = Builtin.BOOLEAN) -> Value:
    """The variable that follows the structure as an indicator says, one for all that ask the same."""
    for known in builder.indicators:
        if replace(known, position=-1) == wanted:
            return Value(type_, Variability.DISCRETE, (), (builder.rows.read(cell(known.position)),))
    condition, builder.rows.condition = builder.rows.condition, None  # it is there whatever the structure
    position = builder.rows.new_position(Role.INDICATOR, type_, Variability.DISCRETE, span)
    builder.rows.condition = condition
    builder.indicators.append(replace(wanted, position=position))
    return Value(type_, Variability.DISCRETE, (), (builder.rows.read(cell(position)),))
