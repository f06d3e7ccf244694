"""Actions of a chart: statements -> assignments, changes of structure, branches and loops over positions of a plan."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mosila.diagnostics import MosilaError
from mosila.diagnostics.attachment import BAD_ACTION, NO_COMMON_INTERFACE, NOT_AN_OBJECT
from mosila.diagnostics.connect import NOT_A_CONNECTOR
from mosila.diagnostics.types import WRONG_TYPE
from mosila.instance.connections import ConnectionCollector
from mosila.instance.context import Context, unsupported
from mosila.instance.lower import loop_values, lower, lower_all
from mosila.instance.messages import lower_assertion
from mosila.instance.places import PlaceFinder
from mosila.instance.plan import (
    Action,
    Assign,
    Attach,
    Choose,
    Component,
    Connection,
    Count,
    Detach,
    Formula,
    Leave,
    Passes,
    Place,
    Plan,
    Repeat,
    Require,
    Role,
    Variability,
    Wire,
    cell,
)
from mosila.instance.values import BOOLEAN, Value, arranged, assignable, expect, integer, type_phrase, wrong_size
from mosila.semantics.symbols import Builtin
from mosila.source import Span
from mosila.syntax import ast
from mosila.syntax.format import expression_text

if TYPE_CHECKING:
    from mosila.instance.build import PlanBuilder

WRITTEN_OUT = 200
"""Loops of at most so many passes are written out, so that their variable may choose objects to connect."""


class ActionPlanner:
    """Plans the actions of one chart; `added` are the relative positions of the objects that they add."""

    def __init__(self, builder: PlanBuilder) -> None:
        self.builder = builder
        self.scope = builder.scope
        self.rows = builder.rows
        self.places = PlaceFinder(builder.scope, builder.rows)
        self.added: set[int] = set()
        self.wires: list[Connection] = []

    def actions(self, statements: tuple[ast.Statement, ...], context: Context) -> tuple[Action, ...]:
        """A list of statements."""
        return tuple(action for statement in statements for action in self.action(statement, context))

    def action(self, statement: ast.Statement, context: Context) -> tuple[Action, ...]:
        """One statement."""
        match statement:
            case ast.Assignment(target=target, value=value):
                return (self.assignment(target, value, lower(value, self.scope, context), context, statement.span),)
            case ast.MultipleAssignment():
                return (self.multiple(statement, context),)
            case ast.CallStatement(call=call):
                return (self.call(call, context),)
            case ast.IfStatement(branches=branches, otherwise=otherwise):
                chosen = tuple((self.test(test, context, "`if`"), self.actions(body, context)) for test, body in branches)
                return (Choose(chosen, self.actions(otherwise, context)),)
            case ast.ForStatement(iterators=iterators):
                return self.loop(iterators, statement, context)
            case ast.WhileStatement(condition=condition, body=body):
                return (Repeat(self.test(condition, context, "`while`"), self.actions(body, context), statement.span),)
            case ast.Break() | ast.Return():
                return (Leave(everything=isinstance(statement, ast.Return)),)
            case ast.WhenStatement():
                what = "a when-clause stands in an action"
                raise MosilaError(BAD_ACTION.at(statement.span, what=what, advice="use `if`, or a transition of its own"))

    def test(self, condition: ast.Expression, context: Context, what: str) -> Formula:
        """A condition without events of its own."""
        value = lower(condition, self.scope, context.without_events())
        expect(value, BOOLEAN, f"the condition after {what}", condition)
        return self.rows.formula(value.scalar, value.type)

    def assignment(self, target: ast.Reference, written: ast.Expression, value: Value, context: Context, span: Span) -> Assign:
        """`x := e`, element by element for arrays and records."""
        places, values = self._pairs(target, written, value, context)
        return Assign(places, values, span)

    def _pairs(
        self, target: ast.Reference, written: ast.Expression, value: Value, context: Context
    ) -> tuple[tuple[Place, ...], tuple[Formula, ...]]:
        name = expression_text(target)
        type_, shape, places = self.places.targets(target, context)
        if not assignable(type_, value.type):
            raise MosilaError(
                WRONG_TYPE.at(
                    written.span,
                    what=f"`{name} :=`",
                    expected=type_phrase(type_),
                    text=expression_text(written),
                    found=type_phrase(value.type),
                    advice=f"write {type_phrase(type_)} here",
                )
            )
        if shape != value.shape:
            raise wrong_size(written.span, f"`{name} :=`", shape, value.shape)
        elements = arranged(type_, value).elements
        return places, tuple(self.rows.formula(element, Builtin.REAL) for element in elements)

    def multiple(self, statement: ast.MultipleAssignment, context: Context) -> Assign:
        """`(a, , b) := f(...)`."""
        outputs = lower_all(statement.value, self.scope, context)
        if len(statement.targets) > len(outputs):
            what = f"`{expression_text(statement.value.function)}` has {len(outputs)} outputs, not {len(statement.targets)}"
            raise MosilaError(BAD_ACTION.at(statement.span, what=what, advice="leave targets out"))
        places: list[Place] = []
        values: list[Formula] = []
        for target, value in zip(statement.targets, outputs, strict=False):
            if target is not None:
                more = self._pairs(target, statement.value, value, context)
                places += more[0]
                values += more[1]
        return Assign(tuple(places), tuple(values), statement.span)

    def loop(self, iterators: tuple[ast.Iterator, ...], statement: ast.ForStatement, context: Context) -> tuple[Action, ...]:
        """`for`: written out where its range is known and short, else a loop."""
        if not iterators:
            return self.actions(statement.body, context)
        iterator, *rest = iterators
        try:
            passes = loop_values(iterator, self.scope, context, statement.body)
        except MosilaError as error:
            if not isinstance(iterator.range, ast.Range) or all(each.code != "T004" for each in error.diagnostics):
                raise
            return (self._counted(iterator, iterator.range, tuple(rest), statement, context),)
        if len(passes) > WRITTEN_OUT and isinstance(iterator.range, ast.Range):
            return (self._counted(iterator, iterator.range, tuple(rest), statement, context),)
        bodies = (self.loop(tuple(rest), statement, context.with_iterator(iterator.name, value)) for value in passes)
        return (Passes(tuple(bodies)),)

    def _counted(
        self, iterator: ast.Iterator, written: ast.Range, rest: tuple[ast.Iterator, ...], statement: ast.ForStatement, context: Context
    ) -> Count:
        bounds: list[Value] = []
        for part in (written.start, written.step, written.stop):
            value = integer(1) if part is None else lower(part, self.scope, context)
            if part is not None:
                expect(value, (Builtin.INTEGER, Builtin.REAL), "a range", part)
            bounds.append(value)
        type_ = Builtin.INTEGER if all(bound.type is Builtin.INTEGER for bound in bounds) else Builtin.REAL
        position = self.rows.new_position(Role.AUXILIARY, type_, Variability.DISCRETE, iterator.span)
        variable = Value(type_, Variability.DISCRETE, (), (self.rows.read(cell(position)),))
        body = self.loop(rest, statement, context.with_iterator(iterator.name, variable))
        first, step, last = (self.rows.formula(bound.scalar, bound.type) for bound in bounds)
        return Count(position, first, step, last, body, statement.span)

    def call(self, call: ast.Call, context: Context) -> Action:
        """A call that stands alone: a change of structure, an assertion, a function."""
        *base_parts, last = call.function.parts
        base = ast.Reference(tuple(base_parts), span=call.function.span) if base_parts else None
        if last.name in ("add", "remove") and (base is None or self.scope.is_member(base, context)):
            return self.change(call, base, last.name == "add", context)
        name = ".".join(part.name for part in call.function.parts)
        match name:
            case "connect" | "disconnect":
                return self.wire(call, name == "connect", context)
            case "assert":
                return Require(lower_assertion(call, self.scope, self.rows, context))
            case "reinit" if len(call.arguments) == 2 and isinstance(call.arguments[0], ast.Reference):
                target, value = call.arguments
                assert isinstance(target, ast.Reference)
                return self.assignment(target, value, lower(value, self.scope, context), context, call.span)
            case "reinit" | "terminate":
                raise unsupported(call.span, f"`{expression_text(call)}` as an action", "use it in a when-clause")
        outputs = lower_all(call, self.scope, context)
        return Assign((), tuple(self.rows.formula(e, v.type) for v in outputs for e in v.elements), call.span)

    def change(self, call: ast.Call, base: ast.Reference | None, is_added: bool, context: Context) -> Action:
        """`base.add(object)` and its relatives."""
        reset = self._reset(call) if is_added else not call.named
        if len(call.arguments) != 1 or reset is None or (not is_added and not reset):
            what = f"`{expression_text(call)}` with these arguments is no action"
            advice = "write `add(object)` or `add(object, reset = true)`" if is_added else "write `remove(object)`"
            raise MosilaError(BAD_ACTION.at(call.span, what=what, advice=advice))
        argument = call.arguments[0]
        if not isinstance(argument, ast.Reference):
            raise MosilaError(NOT_AN_OBJECT.at(argument.span, name=expression_text(argument), what="an expression"))
        place, plan, family = self.places.object(argument, context)
        base_place: Place | None = None
        if base is not None:
            base_place, base_plan, _ = self.places.object(base, context)
            if is_added and not common_connectors(base_plan, plan):
                raise MosilaError(
                    NO_COMMON_INTERFACE.at(
                        call.span,
                        object=expression_text(argument),
                        base=expression_text(base),
                        base_class=base_plan.symbol.name,
                        object_class=plan.symbol.name,
                    )
                )
        if not is_added:
            return Detach(base_place, place, call.span)
        self.added.update(family)
        return Attach(base_place, place, reset, call.span)

    def _reset(self, call: ast.Call) -> bool | None:
        """Whether `add` restarts its object; None: its arguments are wrong."""
        match call.named:
            case ():
                return False
            case (ast.NamedArgument(name="reset", value=ast.Literal(value=bool(value))),):
                return value
        return None

    def wire(self, call: ast.Call, is_connected: bool, context: Context) -> Wire:
        """`connect(a, b)` and `disconnect(a, b)`."""
        if len(call.arguments) != 2 or call.named:
            what = f"`{expression_text(call)}` with these arguments is no action"
            raise MosilaError(BAD_ACTION.at(call.span, what=what, advice="name two connectors"))
        for argument in call.arguments:
            if not isinstance(argument, ast.Reference):
                raise MosilaError(NOT_A_CONNECTOR.at(argument.span, name=expression_text(argument)))
        left, right = call.arguments
        assert isinstance(left, ast.Reference)
        assert isinstance(right, ast.Reference)
        collector = ConnectionCollector(self.builder)
        collector.connect(ast.Connect(left, right, span=call.span), context)
        return Wire(tuple(self._wire(connection) for connection in collector.found), is_connected, call.span)

    def _wire(self, connection: Connection) -> int:
        """The number of a connection, the same for the same two connectors."""
        ends = {connection.left, connection.right}
        for number, known in enumerate(self.wires):
            if {known.left, known.right} == ends:
                return number
        self.wires.append(connection)
        return len(self.wires) - 1


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
