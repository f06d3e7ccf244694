"""Charts of a plan: states and transitions as tables, with guards, events, timers and actions bound to positions."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from mosila.charts.build import build_chart
from mosila.charts.chart import Chart, StateVariable
from mosila.charts.written_out import StateNames
from mosila.dataclass import dataclass
from mosila.diagnostics import MosilaError
from mosila.diagnostics.attachment import BAD_EVENT
from mosila.instance.action_plan import ActionPlanner
from mosila.instance.context import Context, unsupported
from mosila.instance.lower import lower
from mosila.instance.plan import (
    TIME_CELL,
    Action,
    ChartEvent,
    ChartPlan,
    ChartTimer,
    Connection,
    Formula,
    Role,
    Variability,
    Variable,
    cell,
)
from mosila.instance.values import BOOLEAN, NUMBERS, expect
from mosila.semantics.classes import Class, ComponentElement
from mosila.semantics.modifiers import Modifier, from_modification, merge
from mosila.semantics.symbols import Builtin
from mosila.semantics.types import EnumerationType
from mosila.source import Span
from mosila.syntax import ast
from mosila.syntax.format import expression_text

if TYPE_CHECKING:
    from mosila.instance.build import PlanBuilder


@dataclass(frozen=True, slots=True)
class PlannedChart:
    """A chart's plan, the relative positions of the objects its actions add, and the connections they make."""

    plan: ChartPlan
    behaviours: tuple[int, ...]
    wires: tuple[Connection, ...]


def read_chart(class_: Class) -> Chart | None:
    """The chart of a class as tables, or None where it has none."""
    sections = tuple(section for section, _ in class_.elements.charts)
    return build_chart(sections, lambda name: _is_discrete(_writer(class_, name.span), name)) if sections else None


def _writer(class_: Class, span: Span) -> Class:
    """The class in whose statechart section a text stands: the class itself or one that it extends."""
    return next((owner for section, owner in class_.elements.charts if section.span.encloses(span)), class_)


def _is_discrete(class_: Class, name: ast.Name) -> bool:
    """Whether variables of a type are discrete by themselves."""
    try:
        found = class_.find_class(name)
    except MosilaError:
        return False
    if isinstance(found, Class):
        if found.predefined is None:
            return False
        found = found.predefined.type
    return isinstance(found, EnumerationType) or found is not Builtin.REAL


def state_variables(chart: Chart, class_: Class) -> dict[str, ComponentElement]:
    """The variables of the states as components of the object."""
    names = StateNames(chart)
    return {names.component(each): _component(each, names, class_) for each in chart.variables}


def _component(variable: StateVariable, names: StateNames, class_: Class) -> ComponentElement:
    clause = variable.element.item
    assert isinstance(clause, ast.ComponentClause)
    (declaration,) = clause.declarations
    owner = _writer(class_, declaration.span)
    written = replace(names.written_out(declaration, variable.state), name=names.component(variable))
    modifier = from_modification(written.modification, owner)
    for given in variable.modifiers:
        value = names.written_out(given.value, given.scope)
        outer = Modifier(value, _writer(class_, value.span), span=value.span, named=value.span)
        for name in reversed(given.path):
            outer = Modifier(nested={name: outer}, span=value.span, named=value.span)
        modifier = merge(outer, modifier)
    return ComponentElement(written.name, owner, variable.element, clause, written, modifier)


def plan_chart(builder: PlanBuilder) -> PlannedChart | None:
    """The chart of a class with everything in it bound to positions, or None where it has none."""
    chart = builder.chart
    if chart is None:
        return None
    planner = _Planner(builder, chart)
    guards = [planner.guard(guard, scope) for guard, scope in zip(chart.guards, chart.guard_scopes, strict=True)]
    actions = tuple(planner.action(statements, scope) for statements, scope in zip(chart.actions, chart.action_scopes, strict=True))
    timers = [planner.timer(duration, scope) for duration, scope in zip(chart.durations, chart.duration_scopes, strict=True)]
    plan = ChartPlan(
        chart,
        tuple(guard for guard, _, _ in guards),
        tuple(plain for _, plain, _ in guards),
        tuple(position for _, _, position in guards),
        tuple(planner.event(event, scope) for event, scope in zip(chart.events, chart.event_scopes, strict=True)),
        actions,
        tuple(duration for duration, _ in timers),
        tuple(timer for _, timer in timers),
        builder.state_positions,
    )
    return PlannedChart(plan, tuple(sorted(planner.actions.added)), tuple(planner.actions.wires))


class _Planner:
    def __init__(self, builder: PlanBuilder, chart: Chart) -> None:
        self.scope = builder.scope
        self.rows = builder.rows
        self.class_ = builder.class_
        self.names = StateNames(chart)
        self.actions = ActionPlanner(builder)

    def context(self, written: ast.Node) -> Context:
        """Where names of classes and functions in a text are looked up."""
        return Context(_writer(self.class_, written.span))

    def guard(self, written: ast.Expression, state: int | None) -> tuple[Formula, Formula, int]:
        """A guard as a formula, as one that compares anew, and as a Boolean variable so that its relations make events."""
        expression = self.names.written_out(written, state)
        value = lower(expression, self.scope, self.context(written))
        expect(value, BOOLEAN, "a guard", expression)
        position = self.rows.new_position(Role.GUARD, Builtin.BOOLEAN, Variability.DISCRETE, expression.span)
        self.rows.add_equation(self.rows.read(cell(position)), value.scalar, expression.span, discrete=True)
        plain = lower(expression, self.scope, replace(self.context(written).without_events(), in_action=True))
        return self.rows.formula(value.scalar, value.type), self.rows.formula(plain.scalar, plain.type), position

    def timer(self, written: ast.Expression, state: int | None) -> tuple[Formula, ChartTimer]:
        """The T of `after(T)`, and a relation that holds from the end of the timer on."""
        expression = self.names.written_out(written, state)
        value = lower(expression, self.scope, replace(self.context(written).without_events(), in_action=True))
        expect(value, NUMBERS, "`after`", expression)
        end = self.rows.new_position(Role.TIMER, Builtin.REAL, Variability.DISCRETE, expression.span)
        now = self.rows.read(TIME_CELL, relative=False)
        relation = self.rows.add_relation(">=", now, self.rows.read(cell(end)), expression.span)
        has_ended = self.rows.new_position(Role.GUARD, Builtin.BOOLEAN, Variability.DISCRETE, expression.span)
        self.rows.add_equation(self.rows.read(cell(has_ended)), relation, expression.span, discrete=True)
        return self.rows.formula(value.scalar, value.type), ChartTimer(end, has_ended)

    def event(self, written: ast.Expression, state: int | None) -> ChartEvent:
        """The variable whose change or rise is an event."""
        expression = self.names.written_out(written, state)
        if not isinstance(expression, ast.Reference):
            raise unsupported(expression.span, f"`{expression_text(expression)}` as an event", "name a discrete variable")
        context = self.context(written)
        if not self.scope.is_member(expression, context):
            raise self.scope.unknown(expression, 0, context)
        found = self.scope.find(expression, context)
        variable = found.component.content
        name = expression_text(expression)
        if any(each.position in found.positions for each in self.actions.builder.dynamic.stand_ins):
            raise MosilaError(BAD_EVENT.at(expression.span, name=name, why="it belongs to an object behind a reference, which may change"))
        if not isinstance(variable, Variable) or found.shape:
            raise MosilaError(BAD_EVENT.at(expression.span, name=name, why="it is not a scalar variable"))
        if variable.variability is not Variability.DISCRETE:
            raise MosilaError(BAD_EVENT.at(expression.span, name=name, why=f"it is a {variable.variability.name.lower()} variable"))
        return ChartEvent(found.positions[0], variable.type is Builtin.BOOLEAN)

    def action(self, statements: tuple[ast.Statement, ...], state: int | None) -> tuple[Action, ...]:
        """The statements of an action."""
        return tuple(
            action
            for statement in statements
            for action in self.actions.action(
                self.names.written_out(statement, state), replace(self.context(statement).without_events(), in_action=True)
            )
        )
