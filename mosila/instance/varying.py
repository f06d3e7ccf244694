"""Conditional components: decided by parameters, or there while a condition holds that varies; and what varies continuously."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from mosila.diagnostics import MosilaError
from mosila.instance.conditional import Conditional
from mosila.instance.context import Context
from mosila.instance.lower import lower, lower_structural
from mosila.instance.plan import CELLS, PRE, Component, Role, Variability, Variable, cell
from mosila.instance.values import BOOLEAN, Value, expect, wrong_size
from mosila.semantics.classes import ComponentElement
from mosila.semantics.symbols import Builtin
from mosila.syntax import ast

if TYPE_CHECKING:
    from mosila.instance.build import PlanBuilder

CONDITION = "the condition of a component"


def is_there(builder: PlanBuilder, element: ComponentElement, varying: list[str]) -> bool:
    """Whether parameters say that a component is there; one whose condition varies is, and its name joins those."""
    condition = element.declaration.condition
    if condition is None:
        return True
    try:
        value = lower_structural(condition, builder.scope, Context(element.owner), CONDITION)
    except MosilaError:
        if not _varies(builder, condition, Context(element.owner)):
            raise
        varying.append(element.name)
        return True
    _check(value, condition)
    return bool(value.number)


def lower_condition(builder: PlanBuilder, name: str) -> None:
    """A component that is there while its condition holds: the condition becomes a variable that adds and removes it."""
    element, component = builder.members[name], builder.component(name)
    condition = element.declaration.condition
    assert component is not None
    assert condition is not None
    context = Context(element.owner)
    value, plain = (lower(condition, builder.scope, each) for each in (context, context.without_events()))
    _check(value, condition)
    position = builder.rows.new_position(Role.CONDITION, Builtin.BOOLEAN, Variability.DISCRETE, condition.span)
    builder.rows.add_equation(builder.rows.read(cell(position)), value.scalar, condition.span, discrete=True)
    parts = tuple((component.offset + number * component.stride, component.stride) for number in range(component.count))
    formula = builder.rows.formula(plain.scalar, Builtin.BOOLEAN)
    builder.rows.conditionals.append(Conditional(parts, position, formula, None, name, condition.span))


def is_continuous(builder: PlanBuilder, cell_number: int, relative: bool) -> bool:
    """Whether a cell of a plan under construction holds something that varies continuously."""
    position = cell_number // CELLS
    if not relative or cell_number % CELLS == PRE:
        return False
    components: Iterable[Component] = builder.components.values()
    while True:
        found = next((c for c in components if c.offset <= position < c.offset + c.count * c.stride), None)
        if found is None:
            return any(offset == position and each.variability is Variability.CONTINUOUS for offset, each in builder.rows.auxiliaries)
        if isinstance(found.content, Variable):
            return found.content.variability is Variability.CONTINUOUS
        position = (position - found.offset) % found.stride
        components = found.content.components.values()


def _varies(builder: PlanBuilder, condition: ast.Expression, context: Context) -> bool:
    """Whether a condition is right but for that its value changes while the model runs."""
    try:
        return lower(condition, builder.scope, context.without_events()).variability > Variability.PARAMETER
    except MosilaError:
        return False


def _check(value: Value, condition: ast.Expression) -> None:
    expect(value, BOOLEAN, CONDITION, condition)
    if value.shape:
        raise wrong_size(condition.span, CONDITION, (), value.shape)
