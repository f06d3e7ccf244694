"""Actions of a chart: statements -> assignments, changes of structure, branches and loops over positions of a plan."""

from __future__ import annotations

from collections.abc import Container
from typing import TYPE_CHECKING

from mosila.diagnostics import MosilaError
from mosila.diagnostics.attachment import BAD_ACTION, NO_COMMON_INTERFACE, NOT_AN_OBJECT
from mosila.diagnostics.connect import NOT_A_CONNECTOR
from mosila.diagnostics.dynamic import MISPLACED_NEW, NOT_A_REFERENCE, WRONG_CLASS
from mosila.diagnostics.types import WRONG_TYPE
from mosila.instance.connections import ConnectionCollector
from mosila.instance.context import Context, unsupported
from mosila.instance.creation import lower_new
from mosila.instance.dynamic import local_reference
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
    Create,
    Detach,
    Formula,
    Join,
    Leave,
    Part,
    Passes,
    Place,
    Plan,
    Point,
    Repeat,
    Require,
    Role,
    Variability,
    Visit,
    Wire,
    cell,
)
from mosila.instance.values import BOOLEAN, Value, arranged, assignable, expect, integer, type_phrase, wrong_size
from mosila.semantics.classes import Class
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
            case ast.Assignment(target=target, value=ast.New() | ast.Reference() as value) if self._points(target, value, context):
                return (self.point(target, value, context, statement.span),)
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
        if (collection := self.builder.dynamic.collection(iterator.range, context)) is not None:
            return (self._visit(iterator, collection, tuple(rest), statement, context),)
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

    def _visit(
        self,
        iterator: ast.Iterator,
        collection: tuple[int, Class],
        rest: tuple[ast.Iterator, ...],
        statement: ast.ForStatement,
        context: Context,
    ) -> Visit:
        assert isinstance(iterator.range, ast.Reference)
        place = self.places.reference(iterator.range, context, is_collection=True)
        variable = self.rows.silent_position()
        component = local_reference(self.builder, iterator.name, collection[1], variable, iterator.span)
        return Visit(variable, place, self.loop(rest, statement, context.with_object(component)), statement.span)

    def _points(self, target: ast.Reference, value: ast.New | ast.Reference, context: Context) -> bool:
        """Whether an assignment sets a reference."""
        return isinstance(value, ast.New) or self.places.holds_objects(target, context) is not None

    def point(self, target: ast.Reference, value: ast.New | ast.Reference, context: Context, span: Span) -> Point:
        """`c := d` and `c := new C()`."""
        place = self.places.reference(target, context)
        return Point(place, self.source(value, target, context), span)

    def source(self, value: ast.Expression, holder: ast.Reference, context: Context) -> Place | Create:
        """An object for a reference or collection: a new one, or one that a reference holds or a component is."""
        component = self.places.holds_objects(holder, context)
        assert component is not None, "it was found before"
        if isinstance(value, ast.New):
            created, class_ = lower_new(self.builder, value, context)
            self._require_class(component, holder, class_.elements.lineage, class_.name, value.span)
            return created
        if not isinstance(value, ast.Reference):
            name, advice = expression_text(value), "name a reference, or write `new C()`"
            raise MosilaError(NOT_A_REFERENCE.at(value.span, name=name, what="an expression", wanted="an object", advice=advice))
        place, plan, _ = self.places.object(value, context)
        found = self.places.holds_objects(value, context)
        if plan is not None:
            lineage = self.builder.factory.lineage(plan.symbol)
            self._require_class(component, holder, lineage, plan.symbol.name, value.span)
        elif found is not None and found.refers is not None:
            class_ = self.builder.factory.referred[found.refers]
            self._require_class(component, holder, class_.elements.lineage, class_.name, value.span)
        return place

    def _require_class(self, component: Component, holder: ast.Reference, lineage: Container[object], name: str, span: Span) -> None:
        assert component.refers is not None
        if component.refers not in lineage:
            raise MosilaError(WRONG_CLASS.at(span, name=expression_text(holder), wanted=component.refers.name, found=name))

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
        if last.name in ("add", "remove") and base is not None and self._is_collection(base, context):
            return self.membership(call, base, last.name == "add", context)
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

    def _is_collection(self, base: ast.Reference, context: Context) -> bool:
        found = self.places.holds_objects(base, context)
        return found is not None and found.is_collection

    def membership(self, call: ast.Call, base: ast.Reference, is_added: bool, context: Context) -> Action:
        """`collection.add(object)` and `collection.remove(object)`."""
        if len(call.arguments) != 1 or call.named:
            what = f"`{expression_text(call)}` with these arguments is no action"
            raise MosilaError(BAD_ACTION.at(call.span, what=what, advice="name one object"))
        (argument,) = call.arguments
        place = self.places.reference(base, context, is_collection=True)
        source = self.source(argument, base, context)
        if is_added:
            return Join(place, source, call.span)
        if isinstance(source, Create):
            raise MosilaError(MISPLACED_NEW.at(argument.span))
        return Part(place, source, call.span)

    def change(self, call: ast.Call, base: ast.Reference | None, is_added: bool, context: Context) -> Action:
        """`base.add(object)` and its relatives."""
        reset = self._reset(call) if is_added else not call.named
        if len(call.arguments) != 1 or reset is None or (not is_added and not reset):
            what = f"`{expression_text(call)}` with these arguments is no action"
            advice = "write `add(object)` or `add(object, reset = true)`" if is_added else "write `remove(object)`"
            raise MosilaError(BAD_ACTION.at(call.span, what=what, advice=advice))
        argument = call.arguments[0]
        if is_added and isinstance(argument, ast.New):
            created, _ = lower_new(self.builder, argument, context)
            return Attach(None if base is None else self.places.object(base, context)[0], created, False, call.span)
        if not isinstance(argument, ast.Reference):
            raise MosilaError(NOT_AN_OBJECT.at(argument.span, name=expression_text(argument), what="an expression"))
        place, plan, family = self.places.object(argument, context)
        base_place: Place | None = None
        if base is not None:
            base_place, base_plan, _ = self.places.object(base, context)
            if is_added and base_plan is not None and plan is not None and not common_connectors(base_plan, plan):
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
