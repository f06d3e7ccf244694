"""`in(state)`, `active(object)` and `attached(base, object)`: Boolean variables that the run sets."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mosila.charts.build import resolve_state
from mosila.diagnostics import MosilaError
from mosila.diagnostics.attachment import NOT_AN_OBJECT
from mosila.diagnostics.structure import UNKNOWN_TESTED_STATE
from mosila.diagnostics.types import WRONG_ARGUMENTS
from mosila.instance.context import Context
from mosila.instance.dynamic import indicator
from mosila.instance.places import PlaceFinder
from mosila.instance.plan import Indicator, Place, Plan, Tells, Variability, cell
from mosila.instance.values import Value
from mosila.semantics.symbols import Builtin
from mosila.syntax import ast
from mosila.syntax.format import expression_text

if TYPE_CHECKING:
    from mosila.instance.build import PlanBuilder


def lower_in_state(builder: PlanBuilder, call: ast.Call, context: Context) -> Value:
    """`in(state)` of the object's own chart, or `in(object.state)` of the chart of one of its parts."""
    (reference,) = _references(call, 1, "a state")
    count = _object_length(builder, reference, context)
    rest = ast.Reference(reference.parts[count:], span=reference.span)
    chart, positions, first, owner = builder.chart, builder.state_positions, 0, builder.class_.name
    if count:
        found = builder.scope.find(ast.Reference(reference.parts[:count], span=reference.span), context)
        plan = found.component.content
        assert isinstance(plan, Plan)
        chart, positions = (plan.chart.chart, plan.chart.state_positions) if plan.chart is not None else (None, ())
        first, owner = found.positions[0], plan.symbol.name
    if chart is None:
        name = expression_text(rest)
        raise MosilaError(UNKNOWN_TESTED_STATE.at(reference.span, name=name, scope=f"{owner}, which has none", suggestion=""))
    state = resolve_state(chart, rest, owner=owner)
    return _boolean(builder, first + positions[state])


def _object_length(builder: PlanBuilder, reference: ast.Reference, context: Context) -> int:
    """How many names of a reference lead to an object, before those of states begin."""
    if not builder.scope.is_member(reference, context):
        return 0
    plan: Plan | None = None
    for number, part in enumerate(reference.parts[:-1]):
        component = builder.component(part.name) if plan is None else plan.components.get(part.name)
        if component is None or not isinstance(component.content, Plan):
            return number
        plan = component.content
    return len(reference.parts) - 1


def lower_active(builder: PlanBuilder, call: ast.Call, context: Context) -> Value:
    """`active(object)`."""
    (reference,) = _references(call, 1, "an object")
    object_ = _object(builder, reference, context)
    return indicator(builder, Indicator(-1, Tells.ACTIVE, object_.positions[0], refers=object_.refers), call.span)


def lower_attached(builder: PlanBuilder, call: ast.Call, context: Context) -> Value:
    """`attached(base, object)`."""
    base, object_ = _references(call, 2, "a base and an object")
    found, around = _object(builder, object_, context), _object(builder, base, context)
    wanted = Indicator(-1, Tells.ATTACHED, found.positions[0], around.positions[0], found.refers, around.refers)
    return indicator(builder, wanted, call.span)


def lower_is_empty(builder: PlanBuilder, call: ast.Call, context: Context) -> Value:
    """`isEmpty(reference)`."""
    (reference,) = _references(call, 1, "a reference")
    place = PlaceFinder(builder.scope, builder.rows).reference(reference, context)
    return indicator(builder, Indicator(-1, Tells.EMPTY, place.positions[0]), call.span)


def _references(call: ast.Call, count: int, expected: str) -> list[ast.Reference]:
    name = call.function.parts[0].name
    if len(call.arguments) != count or call.named:
        raise MosilaError(WRONG_ARGUMENTS.at(call.span, function=name, expected=expected, found=len(call.arguments) + len(call.named)))
    found: list[ast.Reference] = []
    for argument in call.arguments:
        if not isinstance(argument, ast.Reference):
            raise MosilaError(NOT_AN_OBJECT.at(argument.span, name=expression_text(argument), what="an expression"))
        found.append(argument)
    return found


def _object(builder: PlanBuilder, reference: ast.Reference, context: Context) -> Place:
    place, _, _ = PlaceFinder(builder.scope, builder.rows).object(reference, context)
    if place.indices:
        name = expression_text(reference)
        raise MosilaError(NOT_AN_OBJECT.at(reference.span, name=name, what="chosen while the model runs"))
    return place


def _boolean(builder: PlanBuilder, position: int) -> Value:
    return Value(Builtin.BOOLEAN, Variability.DISCRETE, (), (builder.rows.read(cell(position)),))
