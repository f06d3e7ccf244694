"""Statements of algorithms: syntax -> statements over the slots of a function."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mosila.diagnostics import MosilaError
from mosila.diagnostics.functions import BAD_FUNCTION
from mosila.diagnostics.types import BAD_RANGE, NOT_PARAMETER, WRONG_TYPE
from mosila.functions.definition import Assign, AssignCall, AssignElement, Body, Break, Check, For, If, Return, Statement, While
from mosila.instance.calls import FunctionCalls
from mosila.instance.context import Context, FunctionValue
from mosila.instance.lower import loop_values, lower, lower_all
from mosila.instance.messages import assert_arguments, is_error_level, pieces
from mosila.instance.names import ClassScope, selected
from mosila.instance.plan import PRE, VALUE, RowKind, Variability
from mosila.instance.value_checks import Guard
from mosila.instance.values import BOOLEAN, Value, arranged, assignable, expect, type_phrase, wrong_size
from mosila.semantics.classes import Class, ComponentElement
from mosila.semantics.symbols import Builtin
from mosila.semantics.types import RecordType, Shape
from mosila.source import Span
from mosila.symbolic.expression import (
    CONSTANT,
    ELEMENT,
    OUTPUT,
    SLOT,
    TEXTS,
    ZERO,
    Expr,
    apply,
    callee_of,
    constant,
    element_range,
    postorder,
    slot,
    slot_index,
    slots_of,
)
from mosila.syntax import ast
from mosila.syntax.format import expression_text

if TYPE_CHECKING:
    from mosila.instance.function_body import Storage

UNROLLED = 10_000
"""The longest loop that is written out where its body needs to know the loop variable."""


class StatementScope(ClassScope):
    """The names of a function: its variables, and constants."""

    def __init__(self, calls: FunctionCalls, class_: Class, storage: Storage) -> None:
        super().__init__(calls.constants, class_)
        self.calls = calls
        self.storage = storage

    @property
    def can_index(self) -> bool:
        """Slots of a function can be chosen by a number."""
        return True

    def inputs(self) -> dict[str, ComponentElement]:
        """What cannot be assigned."""
        return self.calls.inputs(self.class_)

    def is_variable(self, reference: ast.Reference, context: Context) -> bool:
        """Whether a reference begins with a variable of the function."""
        first = reference.parts[0].name
        return first in self.storage.values and not reference.is_global and context.scope.symbol in self.class_.elements.lineage

    def read(self, reference: ast.Reference, kind: int, context: Context) -> Value:
        """The value of a variable or constant."""
        if not self.is_variable(reference, context):
            return super().read(reference, kind, context)
        if kind != VALUE:
            what = f"`{'pre' if kind == PRE else 'der'}` stands in a function"
            raise MosilaError(BAD_FUNCTION.at(reference.span, what=what, advice="pass the value as an input"))
        value = selected(self.storage.values[reference.parts[0].name], reference, 0, self, context)
        if context.structural and not value.is_constant:
            raise MosilaError(NOT_PARAMETER.at(reference.span, what=context.structural, text=expression_text(reference)))
        return value

    def size(self, reference: ast.Reference, context: Context) -> Shape | None:
        """The dimensions of a variable."""
        if not self.is_variable(reference, context):
            return None
        return selected(self.storage.values[reference.parts[0].name], reference, 0, self, context).shape

    def relation(self, relation: str, left: Expr, right: Expr, span: Span) -> Expr:
        """Functions make no events."""
        return apply(relation, left, right)

    def event_function(self, name: str, operands: tuple[Expr, ...], span: Span) -> Expr:
        """Functions make no events."""
        return apply(name, *operands)

    def timed(self, kind: RowKind, left: Expr, right: Expr, span: Span) -> Expr:
        """Functions know no time."""
        raise MosilaError(BAD_FUNCTION.at(span, what=f"`{kind.value}` stands in a function", advice="pass the value as an input"))

    def overload(self, symbol: str, operands: tuple[Value, ...], span: Span, context: Context) -> Value | None:
        """What an operator of operator records gives."""
        return self.calls.overload(symbol, operands, span, self, context)

    def function_value(self, reference: ast.Reference, context: Context) -> FunctionValue | None:
        """A function that was passed as an argument."""
        return self.storage.functions.get(reference.parts[0].name) if len(reference.parts) == 1 else None

    def call(self, call: ast.Call, context: Context) -> tuple[Value, ...]:
        """All outputs of a call, perhaps of a function that was passed as an argument."""
        passed = self.function_value(call.function, context)
        if passed is None:
            return super().call(call, context)
        inner = context
        named = list(call.named)
        for name, value in passed.given:
            inner = inner.with_iterator(f"given {name}", value)
            named.append(ast.NamedArgument(name, ast.Reference((ast.Part(f"given {name}"),), span=call.span), span=call.span))
        inputs = [n for n in self.calls.inputs(passed.class_) if n not in dict(passed.given)]
        named += [ast.NamedArgument(n, a, span=call.span) for n, a in zip(inputs, call.arguments, strict=False)]
        complete = ast.Call(call.function, (), tuple(named), span=call.span)
        return self.calls.call_function(passed.class_, complete, self, inner)


class StatementLowering:
    """Translates statements; `scope` says where variables are."""

    def __init__(self, scope: StatementScope) -> None:
        self.scope = scope
        self.storage = scope.storage

    def body(self, statements: tuple[ast.Statement, ...], context: Context) -> Body:
        """A list of statements."""
        return tuple(made for statement in statements for made in self.statement(statement, context))

    def statement(self, statement: ast.Statement, context: Context) -> Body:
        """One statement."""
        match statement:
            case ast.Assignment(target=target, value=value):
                return self.assignment(target, value, context, context, statement.span)
            case ast.MultipleAssignment():
                return self.multiple(statement, context)
            case ast.CallStatement(call=call):
                return self.call(call, context)
            case ast.IfStatement():
                return self.if_statement(statement, context)
            case ast.ForStatement():
                return self.for_statement(statement.iterators, statement, context)
            case ast.WhileStatement(condition=condition, body=body):
                test = self.test(condition, context, "`while`")
                return (While(test, self.body(body, context), statement.span),)
            case ast.Break():
                return (Break(statement.span),)
            case ast.Return():
                return (Return(statement.span),)
            case ast.WhenStatement():
                return self.when(statement, context)

    def when(self, statement: ast.WhenStatement, context: Context) -> Body:
        """Functions have no events."""
        what = "a when-clause stands in a function"
        raise MosilaError(BAD_FUNCTION.at(statement.span, what=what, advice="use `if`"))

    def test(self, condition: ast.Expression, context: Context, what: str) -> Expr:
        """A scalar Boolean."""
        value = expect(lower(condition, self.scope, context), BOOLEAN, f"the condition after {what}", condition)
        if value.shape:
            raise wrong_size(condition.span, f"the condition after {what}", (), value.shape)
        return value.scalar

    def assignment(self, target: ast.Reference, value: ast.Expression, context: Context, target_context: Context, span: Span) -> Body:
        """`target := value`."""
        outside: list[Guard] = []
        place = self.target(target, target_context, outside)
        return (*_checks(outside), *self.assign(place, lower(value, self.scope, context), target, value, span))

    def target(self, target: ast.Reference, context: Context, outside: list[Guard]) -> Value:
        """The slots that an assignment writes to, if no index is `outside`."""
        name = target.parts[0].name
        if not self.scope.is_variable(target, context):
            what = f"`{expression_text(target)}` is no variable that can be assigned here"
            raise MosilaError(BAD_FUNCTION.at(target.span, what=what, advice="assign to outputs and protected variables"))
        if name in self.scope.inputs():
            what = f"`{name}` is an input and cannot be assigned"
            raise MosilaError(BAD_FUNCTION.at(target.span, what=what, advice="copy it to a protected variable"))
        return selected(self.storage.values[name], target, 0, self.scope, context, outside)

    def assign(self, place: Value, value: Value, target: ast.Reference, written: ast.Expression, span: Span) -> Body:
        """A value to its slots; through others where it reads what it writes."""
        if not assignable(place.type, value.type) and not (value.shape and not value.count):
            raise MosilaError(
                WRONG_TYPE.at(
                    written.span,
                    what=f"`{expression_text(target)} :=`",
                    expected=type_phrase(place.type),
                    text=expression_text(written),
                    found=type_phrase(value.type),
                    advice=f"write {type_phrase(place.type)} here",
                )
            )
        if place.shape != value.shape:
            raise wrong_size(span, f"`{expression_text(target)} :=`", place.shape, value.shape)
        elements = arranged(place.type, value).elements if value.elements else ()
        numbers = [(t, e) for t, e in zip(map(_target, place.elements), elements, strict=True) if e.operator not in TEXTS]
        at_once = _assign_call(numbers, span)
        if at_once is not None:
            return (at_once,)
        if len(numbers) > 1 and self._overlaps(numbers):
            return self._through_temporaries(numbers, span)
        return tuple(_store(t, e, span) for t, e in numbers)

    def _overlaps(self, numbers: list[tuple[tuple[int, int, Expr], Expr]]) -> bool:
        written = {first + k for (first, count, _), _ in numbers for k in range(count)}
        return any(not written.isdisjoint(slots_of(e)) or _reads_elements(e) for _, e in numbers)

    def _through_temporaries(self, numbers: list[tuple[tuple[int, int, Expr], Expr]], span: Span) -> Body:
        first = self.storage.temporary(len(numbers))
        kept: list[Statement] = [Assign(first + k, e, span) for k, (_, e) in enumerate(numbers)]
        return (*kept, *(_store(t, slot(first + k), span) for k, (t, _) in enumerate(numbers)))

    def multiple(self, statement: ast.MultipleAssignment, context: Context) -> Body:
        """`(a, , b) := f(...)`."""
        outputs = lower_all(statement.value, self.scope, context)
        if len(statement.targets) > len(outputs):
            what = f"`{expression_text(statement.value.function)}` has {len(outputs)} outputs, not {len(statement.targets)}"
            raise MosilaError(BAD_FUNCTION.at(statement.span, what=what, advice="leave targets out"))
        kept: list[Statement] = []
        copies: list[tuple[ast.Reference, Value, Value]] = []
        stored: list[tuple[tuple[int, int, Expr], Expr]] = []
        outside: list[Guard] = []
        for target, value in zip(statement.targets, outputs, strict=False):
            if target is None:
                continue
            first = self.storage.temporary(len(value.elements))
            stored += [((first + k, 1, ZERO), e) for k, e in enumerate(value.elements)]
            held = Value(value.type, value.variability, value.shape, tuple(slot(first + k) for k in range(len(value.elements))))
            copies.append((target, self.target(target, context, outside), held))
        at_once = _assign_call(stored, statement.span)
        kept += [at_once] if at_once is not None else [_store(t, e, statement.span) for t, e in stored]
        kept += _checks(outside)
        for target, place, held in copies:
            kept += self.assign(place, held, target, statement.value, statement.span)
        return tuple(kept)

    def call(self, call: ast.Call, context: Context) -> Body:
        """A call that stands alone."""
        name = ".".join(part.name for part in call.function.parts)
        if name == "assert":
            given = assert_arguments(call)
            value = expect(lower(given["condition"], self.scope, context), BOOLEAN, "`assert`", given["condition"])
            message = tuple(piece if isinstance(piece, str) else piece.scalar for piece in pieces(given["message"], self.scope, context))
            return (Check(value.scalar, message, is_error_level(given, self.scope, context), call.span),)
        if name in ("reinit", "terminate"):
            what = f"`{name}` stands in a function"
            raise MosilaError(BAD_FUNCTION.at(call.span, what=what, advice="use it in a when-clause of a model"))
        if self._reports_error(call, context):
            message = tuple(p if isinstance(p, str) else p.scalar for p in pieces(call.arguments[0], self.scope, context))
            return (Check(ZERO, message, True, call.span),)
        called = self.scope.calls.effects(call, self.scope, context)
        return tuple(AssignCall((None,) * callee_of(each).outputs, each, call.span) for each in called)

    def _reports_error(self, call: ast.Call, context: Context) -> bool:
        """Whether a function does nothing but end the run with a message, which may be put together while it runs."""
        class_ = self.scope.calls.find(call.function, self.scope, context)
        if len(call.arguments) != 1 or len(self.scope.calls.inputs(class_)) != 1:
            return False
        external = class_.elements.external
        if external is not None:
            return external[0].function == "ModelicaError"
        match [statement for section, _ in class_.elements.algorithms for statement in section.statements]:
            case [ast.CallStatement(call=ast.Call(arguments=(ast.Literal(value=False), ast.Reference(parts=(part,)), *_)) as inner)]:
                return expression_text(inner.function) == "assert" and part.name in self.scope.calls.inputs(class_)
        return False

    def if_statement(self, statement: ast.IfStatement, context: Context) -> Body:
        """`if`, without the branches that constants rule out."""
        branches: list[tuple[Expr, Body]] = []
        otherwise: Body | None = None
        for condition, body in statement.branches:
            test = self.test(condition, context, "`if`")
            if test.operator == CONSTANT:
                if not test.value:
                    continue
                otherwise = self.body(body, context)
                break
            branches.append((test, self.body(body, context)))
        if otherwise is None:
            otherwise = self.body(statement.otherwise, context)
        return (If(tuple(branches), otherwise, statement.span),) if branches else otherwise

    def for_statement(self, iterators: tuple[ast.Iterator, ...], statement: ast.ForStatement, context: Context) -> Body:
        """`for`: a loop over numbers where that is possible, else written out."""
        if not iterators:
            return self.body(statement.body, context)
        iterator, *rest = iterators
        if isinstance(iterator.range, ast.Range) and self._is_numeric(iterator.range, context):
            try:
                return self._counted(iterator, iterator.range, tuple(rest), statement, context)
            except MosilaError as error:
                if all(each.code != "T004" for each in error.diagnostics):
                    raise
        made: list[Statement] = []
        try:
            values = loop_values(iterator, self.scope, context, statement.body)
        except MosilaError as error:
            if any(each.code != NOT_PARAMETER.code for each in error.diagnostics):
                raise
            values = self._found_before(iterator, context, made)
            if not values:
                raise
        if len(values) > UNROLLED:
            raise MosilaError(BAD_RANGE.at(statement.span, what=f"a loop of {len(values)} passes is too long to be written out"))
        for value in values:
            made += self.for_statement(tuple(rest), statement, context.with_iterator(iterator.name, value))
        return tuple(made)

    def _found_before(self, iterator: ast.Iterator, context: Context, made: list[Statement]) -> list[Value]:
        """The elements of a vector that is computed while the statements run, kept as they are before the loop; none if it is no vector."""
        value = lower(iterator.range, self.scope, context) if iterator.range is not None else None
        if value is None or len(value.shape) != 1 or isinstance(value.type, RecordType) or value.type is Builtin.STRING:
            return []
        first = self.storage.temporary(value.count)
        if value.type is not Builtin.REAL:
            self.storage.discrete.update(range(first, first + value.count))
        made += [Assign(first + k, element, iterator.span) for k, element in enumerate(value.elements)]
        return [Value(value.type, value.variability, (), (slot(first + k),)) for k in range(value.count)]

    def _is_numeric(self, written: ast.Range, context: Context) -> bool:
        return lower(written.start, self.scope, context).type in (Builtin.INTEGER, Builtin.REAL)

    def _counted(
        self, iterator: ast.Iterator, written: ast.Range, rest: tuple[ast.Iterator, ...], statement: ast.ForStatement, context: Context
    ) -> Body:
        bounds = [lower(part, self.scope, context) for part in (written.start, written.step or written.start, written.stop)]
        for bound, part in zip(bounds, (written.start, written.start, written.stop), strict=True):
            expect(bound, (Builtin.INTEGER, Builtin.REAL), "a range", part)
        step = bounds[1].scalar if written.step is not None else constant(1.0)
        limits = (bounds[0].scalar, step, bounds[2].scalar)
        if all(each.operator == CONSTANT for each in limits) and (limits[2].value - limits[0].value) * limits[1].value < 0:
            return ()
        type_ = bounds[0].type if written.step is None else Builtin.REAL if Builtin.REAL in (b.type for b in bounds) else Builtin.INTEGER
        before = self.storage.slots
        place = self.storage.temporary()
        if type_ is Builtin.INTEGER:
            self.storage.discrete.add(place)
        variable = Value(type_, Variability.DISCRETE, (), (slot(place),))
        try:
            body = self.for_statement(rest, statement, context.with_iterator(iterator.name, variable))
        except MosilaError:
            self.storage.slots = before
            raise
        return (For(place, bounds[0].scalar, step, bounds[2].scalar, body, statement.span),)


def _assign_call(numbers: list[tuple[tuple[int, int, Expr], Expr]], span: Span) -> AssignCall | None:
    """The outputs of one call to slots that are known, at once; None: the values are something else."""
    calls = {e.operands[0] if e.operator == OUTPUT else None for _, e in numbers}
    called = calls.pop() if len(calls) == 1 else None
    if called is None or len(numbers) < 2 or any(index.operator != CONSTANT for (_, _, index), _ in numbers):
        return None
    targets: list[int | None] = [None] * callee_of(called).outputs
    for (first, _, index), value in numbers:
        if targets[int(value.value)] is not None:
            return None
        targets[int(value.value)] = first + int(index.value)
    return AssignCall(tuple(targets), called, span)


def _checks(guards: list[Guard]) -> Body:
    """What ends a function where an index names nothing."""
    return tuple(guard.check for guard in dict.fromkeys(guards))


def _store(target: tuple[int, int, Expr], value: Expr, span: Span) -> Statement:
    first, count, index = target
    if index.operator == CONSTANT:
        return Assign(first + int(index.value), value, span)
    return AssignElement(first, count, index, value, span)


def _target(place: Expr) -> tuple[int, int, Expr]:
    """The slots among which an assignment chooses, and which of them it takes."""
    if place.operator == ELEMENT:
        return (*element_range(place), place.operands[0])
    return slot_index(place) if place.operator == SLOT else 0, 1, ZERO


def _reads_elements(expression: Expr) -> bool:
    return any(node.operator == ELEMENT for node in postorder((expression,)))
