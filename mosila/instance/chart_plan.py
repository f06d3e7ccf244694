"""Charts of a plan: states and transitions as tables, with guards, events and actions bound to positions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mosila.charts.build import build_chart
from mosila.charts.chart import Chart
from mosila.diagnostics import MosilaError
from mosila.diagnostics.attachment import ASSIGNED_DETERMINED, BAD_ACTION, BAD_EVENT, NO_COMMON_INTERFACE, NOT_AN_OBJECT
from mosila.instance.lower import BOOLEAN, Context, lower, unsupported
from mosila.instance.plan import (
    Action,
    Assign,
    Attach,
    ChartEvent,
    ChartPlan,
    Choose,
    Component,
    Detach,
    Formula,
    Plan,
    Role,
    Variability,
    Variable,
    cell,
)
from mosila.instance.references import Found, ReferenceScope
from mosila.instance.rows import RowCollector
from mosila.instance.values import NUMBERS, expect
from mosila.semantics.symbols import Builtin
from mosila.syntax import ast
from mosila.syntax.format import expression_text


@dataclass(frozen=True, slots=True)
class PlannedChart:
    """A chart's plan and the relative positions of the objects its actions add."""

    plan: ChartPlan
    behaviours: tuple[int, ...]


def plan_chart(
    sections: Sequence[ast.StatechartSection], scope: ReferenceScope, rows: RowCollector, context: Context
) -> PlannedChart | None:
    """The chart of a class, or None where it has none."""
    if not sections:
        return None
    chart = build_chart(sections)
    _refuse(chart)
    planner = _Planner(scope, rows, context)
    planned = [planner.guard(guard) for guard in chart.guards]
    plain_guards = tuple(planner.test(guard, "a guard") for guard in chart.guards)
    actions = tuple(planner.actions(statements) for statements in chart.actions)
    events = tuple(planner.event(event) for event in chart.events)
    guards, positions = tuple(guard for guard, _ in planned), tuple(position for _, position in planned)
    plan = ChartPlan(chart, guards, plain_guards, positions, events, actions)
    return PlannedChart(plan, tuple(sorted(planner.added)))


def _refuse(chart: Chart) -> None:
    if chart.timers:
        raise unsupported(chart.durations[0].span, "`after`", "use an event that a relation of time makes")
    if chart.variables:
        raise unsupported(chart.variables[0].element.span, "a variable in a state", "declare it in the class")


class _Planner:
    def __init__(self, scope: ReferenceScope, rows: RowCollector, context: Context) -> None:
        self.scope = scope
        self.rows = rows
        self.context = context
        self.added: set[int] = set()

    def guard(self, expression: ast.Expression) -> tuple[Formula, int]:
        """A guard as a formula, and as a Boolean variable so that its relations make events."""
        value = lower(expression, self.scope, self.context)
        expect(value, BOOLEAN, "a guard", expression)
        position = self.rows.new_position(Role.GUARD, Builtin.BOOLEAN, Variability.DISCRETE, expression.span)
        self.rows.add_equation(self.rows.read(cell(position)), value.scalar, expression.span, discrete=True)
        return self.rows.formula(value.scalar, value.type), position

    def event(self, expression: ast.Expression) -> ChartEvent:
        """The variable whose change or rise is an event."""
        if not isinstance(expression, ast.Reference):
            raise unsupported(expression.span, f"`{expression_text(expression)}` as an event", "name a discrete variable")
        found = self.scope.find(expression, self.context)
        variable = found.component.content
        name = expression_text(expression)
        if not isinstance(variable, Variable) or found.shape:
            raise MosilaError(BAD_EVENT.at(expression.span, name=name, why="it is not a scalar variable"))
        if variable.variability is not Variability.DISCRETE:
            raise MosilaError(BAD_EVENT.at(expression.span, name=name, why=f"it is a {variable.variability.name.lower()} variable"))
        return ChartEvent(found.positions[0], variable.type is Builtin.BOOLEAN)

    def actions(self, statements: tuple[ast.Statement, ...]) -> tuple[Action, ...]:
        """A list of statements."""
        return tuple(self.action(statement) for statement in statements)

    def action(self, statement: ast.Statement) -> Action:
        """One statement of an action."""
        match statement:
            case ast.Assignment():
                return self.assignment(statement)
            case ast.CallStatement(call=call):
                return self.call(call)
            case ast.IfStatement():
                branches = tuple((self.test(condition), self.actions(body)) for condition, body in statement.branches)
                return Choose(branches, self.actions(statement.otherwise))
            case _:
                raise unsupported(statement.span, "this statement in an action", "use assignments, add, remove and if")

    def test(self, condition: ast.Expression, what: str = "the condition after `if`") -> Formula:
        """A condition without events of its own."""
        value = lower(condition, self.scope, self.context.without_events())
        expect(value, BOOLEAN, what, condition)
        return self.rows.formula(value.scalar, value.type)

    def assignment(self, statement: ast.Assignment) -> Assign:
        """`x := e`."""
        found = self.scope.find(statement.target, self.context)
        variable = found.component.content
        name = expression_text(statement.target)
        if not isinstance(variable, Variable) or found.shape:
            raise MosilaError(BAD_ACTION.at(statement.span, what=f"`{name}` is not a scalar variable", advice="assign to its parts"))
        if variable.variability <= Variability.PARAMETER:
            raise MosilaError(ASSIGNED_DETERMINED.at(statement.span, when="", name=name, why="is a parameter"))
        value = lower(statement.value, self.scope, self.context.without_events())
        allowed = NUMBERS if variable.type is Builtin.REAL else (variable.type,)
        expect(value, allowed, f"`{name} :=`", statement.value)
        return Assign(found.positions[0], self.rows.formula(value.scalar, value.type), statement.span)

    def call(self, call: ast.Call) -> Action:
        """`base.add(object)` and its relatives."""
        *base_parts, last = call.function.parts
        if last.name not in ("add", "remove") or last.subscripts:
            raise unsupported(call.span, f"`{expression_text(call)}` as an action", "use assignments, add, remove and if")
        if len(call.arguments) != 1 or call.named:
            construct = f"`{expression_text(call)}` with these arguments"
            raise unsupported(call.span, construct, f"write `{last.name}(object)`")
        argument = call.arguments[0]
        if not isinstance(argument, ast.Reference):
            raise MosilaError(NOT_AN_OBJECT.at(argument.span, name=expression_text(argument), what="an expression"))
        found, plan = self.object(argument)
        base: Found | None = None
        base_plan: Plan | None = None
        if base_parts:
            base, base_plan = self.object(ast.Reference(tuple(base_parts), span=call.function.span))
        base_position = base.positions[0] if base is not None else None
        if last.name == "remove":
            return Detach(base_position, found.positions[0], call.span)
        if base is not None and base_plan is not None and not common_connectors(base_plan, plan):
            raise MosilaError(
                NO_COMMON_INTERFACE.at(
                    call.span,
                    object=expression_text(argument),
                    base=".".join(base.path),
                    base_class=base_plan.symbol.name,
                    object_class=plan.symbol.name,
                )
            )
        component = found.component
        first = found.positions[0] if not component.dimensions else found.positions[0] - self._element(found) * component.stride
        self.added.update(first + k * component.stride for k in range(component.count))
        return Attach(base_position, found.positions[0], base_plan, plan, call.span)

    def _element(self, found: Found) -> int:
        """Which element of its array a found object is."""
        component = found.component
        if len(found.path) > 1:
            raise unsupported(component.span, "adding an element of an array inside another object", "let the inner object add it")
        return (found.positions[0] - component.offset) // component.stride

    def object(self, reference: ast.Reference) -> tuple[Found, Plan]:
        """The object that a reference names."""
        found = self.scope.find(reference, self.context)
        content = found.component.content
        name = expression_text(reference)
        if isinstance(content, Variable):
            raise MosilaError(NOT_AN_OBJECT.at(reference.span, name=name, what=f"a {content.type.value}"))
        if content.is_connector:
            raise MosilaError(NOT_AN_OBJECT.at(reference.span, name=name, what="a connector"))
        if found.shape:
            raise MosilaError(NOT_AN_OBJECT.at(reference.span, name=name, what="an array"))
        return found, content


def common_connectors(base: Plan, other: Plan) -> tuple[tuple[Component, Component], ...]:
    """The connectors that both plans have under one name from the declaration of one common base class."""
    pairs: list[tuple[Component, Component]] = []
    for name, component in base.components.items():
        partner = other.components.get(name)
        if partner is None or not isinstance(component.content, Plan) or not component.content.is_connector:
            continue
        inherited = component.declared_in is partner.declared_in and (
            base.symbol is other.symbol or component.declared_in not in (base.symbol, other.symbol)
        )
        if inherited and component.content is partner.content:
            pairs.append((component, partner))
    return tuple(pairs)
