"""Calls whose arguments are known: statements carried out on values, where texts and sizes may change on the way.

Functions become statements over numbered slots, which hold numbers and have fixed sizes. What works with Strings, or with arrays
whose sizes are found while it runs, is carried out here instead, once all its arguments are known.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from enum import Enum, auto
from math import prod
from typing import TYPE_CHECKING

from mosila.diagnostics import MosilaError
from mosila.diagnostics.functions import BAD_FUNCTION
from mosila.diagnostics.runtime import FUNCTION_ASSERTION, FUNCTION_ENDLESS
from mosila.diagnostics.types import BAD_SUBSCRIPT, WRONG_TYPE
from mosila.instance.calls import FunctionCalls
from mosila.instance.context import Context
from mosila.instance.lower import loop_values, lower, lower_all, lower_structural
from mosila.instance.messages import assert_arguments, is_error_level
from mosila.instance.names import ClassScope, dimension, element_type, selected
from mosila.instance.plan import Variability
from mosila.instance.values import Value, arranged, assignable, integer, string, type_phrase, wrong_size
from mosila.semantics.classes import Class, ComponentElement
from mosila.semantics.symbols import Builtin
from mosila.semantics.types import RecordType, Shape, Type, type_width
from mosila.source import Span
from mosila.symbolic.expression import ZERO, Expr, apply, text
from mosila.syntax import ast
from mosila.syntax.format import expression_text

if TYPE_CHECKING:
    from mosila.instance.context import FunctionValue

MOST_STATEMENTS = 1_000_000


def _compare(one: str, other: str, is_case_sensitive: float) -> int:
    if not is_case_sensitive:
        one, other = one.lower(), other.lower()
    return 2 if one == other else 1 if one < other else 3


def _skip_white_space(written: str, start: float) -> int:
    place = int(start)
    while 1 <= place <= len(written) and written[place - 1].isspace():
        place += 1
    return place


TEXT_FUNCTIONS: dict[str, Callable[..., int | str]] = {
    "ModelicaStrings_compare": _compare,
    "ModelicaStrings_length": len,
    "ModelicaStrings_skipWhiteSpace": _skip_white_space,
    "ModelicaStrings_substring": lambda written, first, last: written[int(first) - 1 : max(int(last), int(first))],
}
"""Foreign functions on texts that are the same everywhere, by their names in C."""


class _End(Enum):
    REACHED = auto()
    BREAK = auto()
    RETURN = auto()


class KnownScope(ClassScope):
    """The names of a function in progress: its variables have values."""

    def __init__(self, calls: FunctionCalls, class_: Class) -> None:
        super().__init__(calls.constants, class_)
        self.calls = calls
        self.values: dict[str, Value] = {}

    def _is_variable(self, reference: ast.Reference, context: Context) -> bool:
        first = reference.parts[0].name
        return first in self.values and not reference.is_global and context.scope.symbol in self.class_.elements.lineage

    def read(self, reference: ast.Reference, kind: int, context: Context) -> Value:
        """The value of a variable or constant."""
        if not self._is_variable(reference, context):
            return super().read(reference, kind, context)
        return selected(self.values[reference.parts[0].name], reference, 0, self, context)

    def size(self, reference: ast.Reference, context: Context) -> Shape | None:
        """The dimensions that a variable has now."""
        if not self._is_variable(reference, context):
            return None
        return selected(self.values[reference.parts[0].name], reference, 0, self, context).shape

    def relation(self, relation: str, left: Expr, right: Expr, span: Span) -> Expr:
        """Functions make no events."""
        return apply(relation, left, right)

    def event_function(self, name: str, operands: tuple[Expr, ...], span: Span) -> Expr:
        """Functions make no events."""
        return apply(name, *operands)

    def overload(self, symbol: str, operands: tuple[Value, ...], span: Span, context: Context) -> Value | None:
        """What an operator of operator records gives."""
        return self.calls.overload(symbol, operands, span, self, context)

    def call(self, call: ast.Call, context: Context) -> tuple[Value, ...]:
        """All outputs of a call, carried out at once where that is possible."""
        class_ = self.calls.find(call.function, self, context)
        if class_.is_function and not class_.is_partial and _can_be_carried_out(class_):
            inputs = self.calls.inputs(class_)
            given = {name: each.value for name, each in self.calls.arguments(class_, call, self, context).items()}
            values = {name: value for name, value in given.items() if value is not None and value.is_constant}
            if len(values) == len(inputs) and all(len(v.shape) == len(element_type(inputs[n]).subscripts) for n, v in values.items()):
                return KnownCall(self.calls, class_, values, call.span).outputs()
        return super().call(call, context)

    def function_value(self, reference: ast.Reference, context: Context) -> FunctionValue | None:
        """Functions as arguments are not carried out here."""
        return None


def _can_be_carried_out(class_: Class) -> bool:
    external = class_.elements.external
    return external is None or (external[0].function or "") in TEXT_FUNCTIONS


class KnownCall:
    """One call of a function."""

    def __init__(self, calls: FunctionCalls, class_: Class, given: dict[str, Value], span: Span) -> None:
        self.calls = calls
        self.class_ = class_
        self.span = span
        self.scope = KnownScope(calls, class_)
        self.scope.values.update(given)
        self._count = 0

    def outputs(self) -> tuple[Value, ...]:
        """What the call gives."""
        elements = self.class_.elements
        outputs = self.calls.outputs(self.class_)
        for name, element in elements.named.items():
            if isinstance(element, ComponentElement) and name not in self.scope.values:
                self.scope.values[name] = self._declared(element)
        if elements.external is not None:
            self._foreign(elements.external[0], outputs)
        for section, owner in elements.algorithms:
            if self._body(section.statements, self._context(owner)) is _End.RETURN:
                break
        return tuple(self.scope.values[name] for name in outputs)

    def _context(self, owner: Class) -> Context:
        return Context(owner, events=False, structural=f"what {self.class_.name} works with")

    def _declared(self, element: ComponentElement) -> Value:
        """The value that a variable begins with."""
        declared = element_type(element)
        modifier = element.modifier
        type_ = self.calls.constants.type_of(declared.type, element.span)
        if modifier.value is not None:
            value = lower(modifier.value, self.scope, self._context(modifier.scope or element.owner))
            return arranged(type_, value) if value.count else value
        sizes = [
            0 if isinstance(subscript, ast.Colon) else dimension(subscript, self.scope, Context(owner))
            for subscript, owner in declared.subscripts
        ]
        empty: Expr = text("") if type_ is Builtin.STRING else ZERO
        return Value(type_, Variability.CONSTANT, tuple(sizes), (empty,) * (prod(sizes) * type_width(type_)))

    def _foreign(self, external: ast.External, outputs: dict[str, ComponentElement]) -> None:
        known = TEXT_FUNCTIONS.get(external.function or "")
        if known is None or external.result is None or len(outputs) != 1:
            what = f"the external function {self.class_.name} returns a String, which is not known before the run"
            raise MosilaError(BAD_FUNCTION.at(self.span, what=what, advice="use constant Strings"))
        context = self._context(self.class_)
        values = [lower(argument, self.scope, context) for argument in external.arguments]
        result = known(*(value.string if value.type is Builtin.STRING else value.number for value in values))
        made = string(result) if isinstance(result, str) else integer(int(result))
        name = next(iter(outputs))
        self.scope.values[name] = replace(made, type=self.scope.values[name].type)

    # --- statements -----------------------------------------------------------------------------------------------

    def _body(self, statements: tuple[ast.Statement, ...], context: Context) -> _End:
        for statement in statements:
            self._count += 1
            if self._count > MOST_STATEMENTS:
                reason = f"{MOST_STATEMENTS} statements were carried out"
                raise MosilaError(FUNCTION_ENDLESS.at(statement.span, when="", function=self.class_.name, reason=reason))
            end = self._statement(statement, context)
            if end is not _End.REACHED:
                return end
        return _End.REACHED

    def _statement(self, statement: ast.Statement, context: Context) -> _End:
        match statement:
            case ast.Assignment(target=target, value=written):
                self._assign(target, lower(written, self.scope, context), context, written)
            case ast.MultipleAssignment(targets=targets, value=written):
                for each, value in zip(targets, lower_all(written, self.scope, context), strict=False):
                    if each is not None:
                        self._assign(each, value, context, written)
            case ast.IfStatement(branches=branches, otherwise=otherwise):
                chosen = next((body for condition, body in branches if self._number(condition, context)), otherwise)
                return self._body(chosen, context)
            case ast.ForStatement():
                return self._loop(statement.iterators, statement.body, context)
            case ast.WhileStatement(condition=condition, body=body):
                while self._number(condition, context):
                    end = self._body(body, context)
                    if end is not _End.REACHED:
                        return _End.REACHED if end is _End.BREAK else end
            case ast.Break():
                return _End.BREAK
            case ast.Return():
                return _End.RETURN
            case ast.CallStatement(call=call):
                self._call(call, context)
        return _End.REACHED

    def _number(self, expression: ast.Expression, context: Context) -> float:
        return lower_structural(expression, self.scope, context, context.structural).number

    def _loop(self, iterators: tuple[ast.Iterator, ...], body: tuple[ast.Statement, ...], context: Context) -> _End:
        if not iterators:
            return self._body(body, context)
        first, *rest = iterators
        for value in loop_values(first, self.scope, context, body):
            end = self._loop(tuple(rest), body, context.with_iterator(first.name, value))
            if end is not _End.REACHED:
                return _End.REACHED if end is _End.BREAK and not rest else end
        return _End.REACHED

    def _call(self, call: ast.Call, context: Context) -> None:
        if expression_text(call.function) != "assert":
            lower_all(call, self.scope, context)
            return
        given = assert_arguments(call)
        if not self._number(given["condition"], context) and is_error_level(given, self.scope, context):
            message = lower_structural(given["message"], self.scope, context, "a message").string
            raise MosilaError(FUNCTION_ASSERTION.at(call.span, when="", function=self.class_.name, message=message))

    def _assign(self, target: ast.Reference, value: Value, context: Context, written: ast.Expression) -> None:
        name = target.parts[0].name
        if name not in self.scope.values or name in self.calls.inputs(self.class_):
            what = f"`{name}` is no variable that can be assigned here"
            raise MosilaError(BAD_FUNCTION.at(target.span, what=what, advice="assign to outputs and protected variables"))
        self.scope.values[name] = self._with(self.scope.values[name], target.parts, value, context, target, written)

    def _with(
        self, whole: Value, parts: tuple[ast.Part, ...], value: Value, context: Context, target: ast.Reference, written: ast.Expression
    ) -> Value:
        """A value with the part that a reference names replaced by another one."""
        part, *rest = parts
        if not part.subscripts:
            if rest:
                return self._with_field(whole, tuple(rest), value, context, target, written)
            if len(whole.shape) != len(value.shape):
                raise wrong_size(target.span, f"`{expression_text(target)} :=`", whole.shape, value.shape)
            return self._fitted(whole.type, value, target, written)
        places = self._places(whole, part, context)
        width = type_width(whole.type)
        inner = Value(whole.type, whole.variability, (), whole.elements[places[0] * width : (places[0] + 1) * width]) if places else whole
        if rest:
            if len(places) != 1:
                what = f"`{expression_text(target)}` names fields of several records at once"
                raise MosilaError(BAD_FUNCTION.at(target.span, what=what, advice="assign one by one"))
            value = self._with_field(inner, tuple(rest), value, context, target, written)
        elif value.count != len(places):
            raise wrong_size(target.span, f"`{expression_text(target)} :=`", (len(places),), value.shape)
        value = self._fitted(whole.type, value, target, written)
        elements = list(whole.elements)
        for number, place in enumerate(places):
            elements[place * width : (place + 1) * width] = value.elements[number * width : (number + 1) * width]
        return replace(whole, elements=tuple(elements))

    def _with_field(
        self, whole: Value, parts: tuple[ast.Part, ...], value: Value, context: Context, target: ast.Reference, written: ast.Expression
    ) -> Value:
        name = parts[0].name
        found = whole.type.find(name) if isinstance(whole.type, RecordType) else None
        field = whole.field(name)
        if found is None or field is None:
            what = f"`{expression_text(target)}` names no field"
            raise MosilaError(BAD_FUNCTION.at(target.span, what=what, advice="see the declaration of the record"))
        first, inner = found
        made = self._with(field, parts, value, context, target, written)
        return replace(whole, elements=(*whole.elements[:first], *made.elements, *whole.elements[first + inner.width :]))

    def _fitted(self, type_: Type, value: Value, target: ast.Reference, written: ast.Expression) -> Value:
        if not assignable(type_, value.type) and value.count:
            raise MosilaError(
                WRONG_TYPE.at(
                    written.span,
                    what=f"`{expression_text(target)} :=`",
                    expected=type_phrase(type_),
                    text=expression_text(written),
                    found=type_phrase(value.type),
                    advice=f"write {type_phrase(type_)} here",
                )
            )
        return arranged(type_, value) if value.count else replace(value, type=type_)

    def _places(self, whole: Value, part: ast.Part, context: Context) -> list[int]:
        """The numbers of the elements that subscripts choose, in row-major order."""
        places = [0]
        for axis, size in enumerate(whole.shape):
            subscript = part.subscripts[axis] if axis < len(part.subscripts) else ast.Colon()
            if isinstance(subscript, ast.Colon):
                chosen = list(range(size))
            else:
                inner = context.with_iterator("end", integer(size))
                index = lower_structural(subscript, self.scope, inner, "a subscript")
                offset = 0 if index.type is Builtin.BOOLEAN else 1
                chosen = [int(element.value) - offset for element in index.elements]
                for place in chosen:
                    if not 0 <= place < size:
                        raise MosilaError(BAD_SUBSCRIPT.at(subscript.span, index=place + offset, name=part.name, size=size))
            places = [place * size + each for place in places for each in chosen]
        return places
