"""Algorithm sections of models: a function of what they read, whose outputs are the variables that they assign."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace
from functools import reduce
from typing import TYPE_CHECKING

from mosila.diagnostics import MosilaError
from mosila.diagnostics.instantiation import BAD_EQUATION, BAD_WHEN
from mosila.functions.definition import Assign, AssignCall, AssignElement, Body, Check, Definition, For, If, Statement, While
from mosila.functions.function import Function
from mosila.functions.signature import Signature
from mosila.functions.tangent import renumber
from mosila.instance.assigned import assigned_targets, needs_start
from mosila.instance.checks import Assertion, Termination
from mosila.instance.context import Context, unsupported
from mosila.instance.function_body import Storage
from mosila.instance.graph import graph_operator, misplaced
from mosila.instance.lower import lower
from mosila.instance.messages import lower_assertion, lower_message
from mosila.instance.plan import INITIAL, PRE, VALUE, Plan, RowKind, Variability, cell
from mosila.instance.references import conditional_used, record_leaves
from mosila.instance.statements import StatementLowering, StatementScope
from mosila.instance.values import BOOLEAN, Value, expect
from mosila.instance.when_targets import acts_at_start
from mosila.semantics.classes import ComponentElement
from mosila.semantics.symbols import Builtin
from mosila.semantics.types import Shape
from mosila.source import Span
from mosila.symbolic.expression import (
    ELEMENT,
    ONE,
    SLOT,
    Expr,
    apply,
    call,
    constant,
    output,
    postorder,
    slot,
    slot_index,
)
from mosila.syntax import ast
from mosila.syntax.format import expression_text
from mosila.syntax.walk import references_in

if TYPE_CHECKING:
    from mosila.instance.build import PlanBuilder

FIRST_LOCAL = 1_000_000_000
"""Slots of the algorithm's own variables, until the slots of the plan that it reads are known."""


def lower_algorithms(builder: PlanBuilder, section: ast.AlgorithmSection, context: Context) -> None:
    """Write the rows of an algorithm section."""
    scope = AlgorithmScope(builder)
    lowering = AlgorithmLowering(scope, builder)
    before: list[Statement] = []
    outputs: list[tuple[int, Variability, Expr]] = []
    places: dict[int, Span] = {}
    for name, target in assigned_targets(section.statements).items():
        if name not in builder.members:
            continue
        positions = _positions(builder, name, section, target.span)
        places.update(dict.fromkeys((position for position, _ in positions), target.span))
        own = builder.scope.read(ast.Reference((ast.Part(name),), span=section.span), VALUE, context)
        local = scope.storage.add(name, own.type, own.shape)
        for (position, variability), place in zip(positions, local.elements, strict=True):
            outputs.append((position, variability, place))
            if variability is Variability.DISCRETE:
                before.append(Assign(slot_index(place), builder.rows.read(cell(position, PRE)), section.span))
        if positions and positions[0][1] is Variability.CONTINUOUS and needs_start(section.statements, name):
            starts = builder.start_values(name, own)
            before += [Assign(slot_index(place), start, section.span) for place, start in zip(local.elements, starts, strict=True)]
    statements = section.statements if section.initial else _without_assertions(builder, section.statements, scope, context)
    if not outputs:
        _perform(builder, section, scope, lowering, statements, context)
        return
    body = (*before, *lowering.body(statements, context))
    _write_rows(builder, section, scope, body, [*((*output, places[output[0]]) for output in outputs), *lowering.conditions])


def _without_assertions(
    builder: PlanBuilder, statements: tuple[ast.Statement, ...], scope: AlgorithmScope, context: Context
) -> tuple[ast.Statement, ...]:
    """The statements without assertions that say nothing of what is being computed: those hold always, as in equations."""
    kept: list[ast.Statement] = []
    for statement in statements:
        is_assertion = isinstance(statement, ast.CallStatement) and expression_text(statement.call.function) == "assert"
        if isinstance(statement, ast.CallStatement) and is_assertion and not _reads_any(statement, scope.storage.values):
            builder.rows.assertions.append(lower_assertion(statement.call, builder.scope, builder.rows, context))
        else:
            kept.append(statement)
    return tuple(kept)


def _reads_any(statement: ast.Statement, names: Container[str]) -> bool:
    return any(reference.parts[0].name in names for reference in references_in(statement))


def _perform(
    builder: PlanBuilder,
    section: ast.AlgorithmSection,
    scope: AlgorithmScope,
    lowering: AlgorithmLowering,
    statements: tuple[ast.Statement, ...],
    context: Context,
) -> None:
    """Statements that assign nothing: what they do is done at the start, at events, or looked at all the time as an assertion."""
    at_events = [statement for statement in statements if section.initial or isinstance(statement, ast.WhenStatement)]
    always = [statement for statement in statements if not section.initial and not isinstance(statement, ast.WhenStatement)]
    for chosen in (at_events, always):
        body = lowering.body(tuple(chosen), context)
        if not body:
            continue
        if chosen is at_events and lowering.conditions:
            _write_rows(builder, section, scope, body, lowering.conditions)
            continue
        done = scope.storage.temporary()
        made = output(_section_call(builder, section, scope, (*body, Assign(done, ONE, section.span)), [done]), 0)
        if chosen is at_events:
            builder.rows.add_effect(builder.scope.reserved(INITIAL) if section.initial else ONE, made, section.span)
        else:
            builder.rows.assertions.append(Assertion(builder.rows.formula(made, Builtin.BOOLEAN), (), True, section.span, is_call=True))


def _write_rows(
    builder: PlanBuilder,
    section: ast.AlgorithmSection,
    scope: AlgorithmScope,
    body: Body,
    outputs: list[tuple[int, Variability, Expr, Span]],
) -> None:
    """One row for each variable that the algorithm assigns."""
    called = _section_call(builder, section, scope, body, [slot_index(place) for _, _, place, _ in outputs])
    builder.rows.add_outputs(called, [(position, variability, span) for position, variability, _, span in outputs], section.initial)


def _section_call(builder: PlanBuilder, section: ast.AlgorithmSection, scope: AlgorithmScope, body: Body, places: list[int]) -> Expr:
    """The section as a function of what it reads, called; its outputs are the slots at these places."""
    read = sorted({index for statement in body for index in _outer_slots(statement)})
    number = {index: k for k, index in enumerate([*read, *places])}
    for k in range(scope.storage.slots - FIRST_LOCAL):
        number.setdefault(FIRST_LOCAL + k, len(number))
    discrete = frozenset(number[index] for index in scope.storage.discrete)
    signature = Signature(
        name=f"{builder.class_.name} (algorithm)",
        inputs=len(read),
        outputs=len(places),
        discrete=frozenset(index for index in discrete if index < len(read) + len(places)),
        span=section.span,
    )
    definition = Definition(len(number), _renumbered(body, number), discrete=discrete)
    return call(Function(signature, definition), [slot(index) for index in read])


def _positions(builder: PlanBuilder, name: str, section: ast.AlgorithmSection, span: Span) -> list[tuple[int, Variability]]:
    """Where the scalars of an assigned variable are, and how often they change."""
    component = builder.component(name)
    assert component is not None
    content = component.content
    if component.is_conditional:
        raise conditional_used(component, span)
    if isinstance(content, Plan):
        if not content.is_record:
            what = f"`{name}` is an object and cannot be assigned"
            raise MosilaError(BAD_EQUATION.at(span, what=what, advice="assign to variables"))
        leaves = record_leaves(content)
        starts = [component.offset + k * component.stride for k in range(component.count)]
        return [(start + offset, variable.variability) for start in starts for offset, variable in leaves]
    if content.variability <= Variability.PARAMETER and not section.initial:
        what = f"`{name}` is a parameter and cannot be assigned"
        raise MosilaError(BAD_EQUATION.at(span, what=what, advice="assign to variables"))
    if content.causality == "input":
        what = f"`{name}` is an input and cannot be assigned"
        raise MosilaError(BAD_EQUATION.at(span, what=what, advice="inputs get their values from outside"))
    return [(component.offset + k, content.variability) for k in range(component.count)]


class AlgorithmScope(StatementScope):
    """The names of an algorithm section: what it assigns is its own, all else is the object's."""

    def __init__(self, builder: PlanBuilder) -> None:
        super().__init__(builder.factory.calls, builder.class_, Storage(builder.class_, slots=FIRST_LOCAL))
        self.builder = builder

    def inputs(self) -> dict[str, ComponentElement]:
        """Nothing is an input of the section itself."""
        return {}

    def read(self, reference: ast.Reference, kind: int, context: Context) -> Value:
        """What the section has assigned, or a variable of the object."""
        if kind == VALUE and self.is_variable(reference, context) and not context.structural:
            return super().read(reference, kind, context)
        return self.builder.scope.read(reference, kind, context)

    def size(self, reference: ast.Reference, context: Context) -> Shape | None:
        """The dimensions of a variable."""
        return self.builder.scope.size(reference, context)

    def reduction(self, call: ast.Call, name: str, context: Context) -> Value | None:
        """A reduction over a collection of the object."""
        return self.builder.scope.reduction(call, name, context)

    def collection_size(self, call: ast.Call, context: Context) -> Value | None:
        """The size of a collection of the object."""
        return self.builder.scope.collection_size(call, context)

    def relation(self, relation: str, left: Expr, right: Expr, span: Span) -> Expr:
        """A relation between variables of the object makes events; one that reads what is being computed does not."""
        if _is_outer(left) and _is_outer(right):
            return self.builder.scope.relation(relation, left, right, span)
        return apply(relation, left, right)

    def event_function(self, name: str, operands: tuple[Expr, ...], span: Span) -> Expr:
        """As for relations."""
        if all(_is_outer(operand) for operand in operands):
            return self.builder.scope.event_function(name, operands, span)
        return apply(name, *operands)

    def timed(self, kind: RowKind, left: Expr, right: Expr, span: Span) -> Expr:
        """A `sample` or `delay` of the object."""
        if not _is_outer(left) or not _is_outer(right):
            raise unsupported(span, f"`{kind.value}` of what an algorithm computes", "use it in an equation")
        return self.builder.scope.timed(kind, left, right, span)

    def reserved(self, position: int) -> Expr:
        """A position that is the same in every program."""
        return self.builder.scope.reserved(position)

    def special(self, call: ast.Call, name: str, context: Context) -> Value:
        """Operators that need to know what is connected or active."""
        return self.builder.scope.special(call, name, context)

    def implied_range(self, name: str, bodies: tuple[ast.Node, ...], context: Context, span: Span) -> Value:
        """The range of an iterator that has none."""
        return self.builder.scope.implied_range(name, bodies, context, span)


class AlgorithmLowering(StatementLowering):
    """Translates the statements of an algorithm section."""

    def __init__(self, scope: AlgorithmScope, builder: PlanBuilder) -> None:
        super().__init__(scope)
        self.builder = builder
        self.conditions: list[tuple[int, Variability, Expr, Span]] = []
        """The conditions of when-clauses that the section computes: position, variability, place and span."""
        self._in_when = False
        self._reached: list[int] = []
        """Places that say whether a `terminate` of the when-clause was reached."""

    def call(self, call: ast.Call, context: Context) -> Body:
        """A call that stands alone."""
        name = ".".join(part.name for part in call.function.parts)
        if name == "terminate" and self._in_when:
            message = lower_message(call.arguments[0], self.builder.scope, self.builder.rows, context)
            place, position = self._computed_condition(call.span, at_start=True)
            self.builder.rows.terminations.append(Termination(position, message, call.span))
            self._reached.append(place)
            return (Assign(place, constant(1.0), call.span),)
        if name == "terminate":
            what = "`terminate` stands outside of a when-clause"
            raise MosilaError(BAD_WHEN.at(call.span, what=what, advice="write it in a when-clause, in which it ends the run at an event"))
        if graph_operator(call):
            raise misplaced(call, "an algorithm")
        if name == "reinit":
            what = "`reinit` stands in an algorithm"
            raise MosilaError(BAD_WHEN.at(call.span, what=what, advice="write it in a when-clause of an equation section"))
        return super().call(call, context)

    def when(self, statement: ast.WhenStatement, context: Context) -> Body:
        """The statements run in the instants in which a condition becomes true."""
        branches: list[tuple[Expr, Body]] = []
        if self._in_when:
            what = "a when-clause stands in another one"
            raise MosilaError(BAD_WHEN.at(statement.span, what=what, advice="use `elsewhen`, or two when-clauses"))
        conditions: list[Statement] = []
        for condition, body in statement.branches:
            rises = self._rises(condition, context, conditions)
            self._in_when = True
            branches.append((rises, self.body(body, context.at_events())))
            self._in_when = False
        before, self._reached = [Assign(place, constant(0.0), statement.span) for place in self._reached], []
        return (*conditions, *before, If(tuple(branches), (), statement.span))

    def _computed_condition(self, span: Span, at_start: bool) -> tuple[int, int]:
        """A place of the section and the position of the condition that it computes."""
        position, place = self.builder.rows.new_condition(span, at_start), self.storage.temporary()
        self.storage.discrete.add(place)
        self.conditions.append((position, Variability.DISCRETE, slot(place), span))
        return place, position

    def _rises(self, condition: ast.Expression, context: Context, before: list[Statement]) -> Expr:
        """Whether a condition has just become true; one that reads what the section assigns is computed in its place."""
        rows = self.builder.rows
        value = expect(lower(condition, self.scope, context), BOOLEAN, "the condition after `when`", condition)
        rises: list[Expr] = []
        for scalar, at_start in zip(value.elements, acts_at_start(condition, len(value.elements)), strict=True):
            if _is_outer(scalar):
                rises.append(rows.rise(rows.add_condition(scalar, condition.span, at_start)))
                continue
            place, position = self._computed_condition(condition.span, at_start)
            before.append(Assign(place, scalar, condition.span))
            rises.append(apply("and", slot(place), apply("not", rows.read(cell(position, PRE)))))
        return reduce(lambda a, b: apply("or", a, b), rises) if rises else constant(0.0)


def _is_outer(expression: Expr) -> bool:
    return all(node.operator != ELEMENT and (node.operator != SLOT or slot_index(node) < FIRST_LOCAL) for node in postorder((expression,)))


def _outer_slots(statement: Statement) -> set[int]:
    from mosila.functions.definition import expressions, statements

    roots = [root for each in statements((statement,)) for root in expressions(each)]
    return {slot_index(node) for node in postorder(roots) if node.operator == SLOT and slot_index(node) < FIRST_LOCAL}


def _renumbered(body: Body, number: dict[int, int]) -> Body:
    """The statements over the slots of a function."""

    def made(expression: Expr) -> Expr:
        return renumber((expression,), number)[0]

    def one(statement: Statement) -> Statement:
        match statement:
            case Assign(place, value):
                return replace(statement, slot=number[place], value=made(value))
            case AssignElement(first, _, index, value):
                return replace(statement, first=number[first], index=made(index), value=made(value))
            case AssignCall(targets, called):
                return replace(statement, targets=tuple(None if t is None else number[t] for t in targets), call=made(called))
            case If(branches, otherwise):
                inner = tuple((made(test), _renumbered(inside, number)) for test, inside in branches)
                return replace(statement, branches=inner, otherwise=_renumbered(otherwise, number))
            case For(place, first, step, last, inside):
                bounds = (made(first), made(step), made(last))
                return For(number[place], *bounds, _renumbered(inside, number), statement.span)
            case While(condition, inside):
                return replace(statement, condition=made(condition), body=_renumbered(inside, number))
            case Check(condition, message):
                pieces = tuple(made(piece) if isinstance(piece, Expr) else piece for piece in message)
                return replace(statement, condition=made(condition), message=pieces)
            case _:
                return statement

    return tuple(one(statement) for statement in body)
