"""Forward-mode derivatives: a function -> the function (inputs, their rates) -> rates of the outputs.

Every statement is followed by the same statement on rates (A. Griewank, A. Walther, Evaluating Derivatives, 2008, chapter
3). A `derivative` annotation goes before that; foreign code without one is differenced. An annotation that leaves inputs
out speaks of the rate along time, where these inputs move as the others make them; a partial derivative is another thing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from mosila.functions.definition import (
    Assign,
    AssignCall,
    AssignElement,
    Body,
    Break,
    Check,
    Definition,
    Derivative,
    For,
    If,
    Return,
    Statement,
    While,
)
from mosila.functions.signature import Defined, Signature
from mosila.symbolic.differentiate import propagate
from mosila.symbolic.expression import (
    ELEMENT,
    SLOT,
    TWO,
    ZERO,
    Expr,
    apply,
    call,
    callee_of,
    constant,
    element,
    element_range,
    output,
    postorder,
    remake,
    slot,
    slot_index,
    text_input,
)

STEP: Final = 6e-6  # the cube root of the precision of numbers, where central differences do best
SMALLEST: Final = 1e-3  # the size that inputs near zero are taken to have


def tangent_signature(signature: Signature) -> Signature:
    """The signature of the tangent; rates of what is discrete are zero and discrete too."""
    n = signature.inputs
    discrete = [slot for place in signature.discrete for slot in ((place, n + place) if place < n else (n + place,))]
    return replace(signature, name=f"der({signature.name})", inputs=2 * n, discrete=frozenset(discrete))


def tangent_definition(function: Defined, in_time: bool) -> Definition:
    """What the tangent of a function does; `in_time` says that the rates are those along time."""
    definition = function.definition
    tangent = _Tangent(function, in_time)
    body: list[Statement] = []
    for derivative in definition.derivatives:
        zero = derivative.zero if in_time else (*derivative.zero, *tangent.moving_inputs(derivative.ignored))
        if not in_time and (derivative.order > 1 or (len(zero) > len(derivative.zero) and definition.external is None)):
            continue
        body.extend(tangent.annotated(derivative, zero))
        if not zero:
            break
    else:
        body.extend(tangent.body(definition.body) if definition.external is None else tangent.differences())
    discrete = {tangent.place(old) for old in definition.discrete | function.signature.discrete}
    discrete |= tangent_signature(function.signature).discrete
    return Definition(tangent.slots, tuple(body), None, frozenset(discrete))


def renumber(expressions: Sequence[Expr], first_new: Sequence[int] | Mapping[int, int]) -> tuple[Expr, ...]:
    """The expressions with other slots: `first_new[old]` is the new one; elements move with the first of them."""
    built: dict[Expr, Expr] = {}
    for node in postorder(expressions):
        if node.operator == SLOT:
            built[node] = slot(first_new[slot_index(node)])
        elif node.operator == ELEMENT:
            first, count = element_range(node)
            built[node] = element(first_new[first], count, built[node.operands[0]])
        else:
            built[node] = remake(node, [built[operand] for operand in node.operands]) if node.operands else node
    return tuple(built[expression] for expression in expressions)


class _Tangent:
    """Slots: inputs, their rates, rates of the outputs, outputs and locals as they were, rates of locals, then what is new."""

    def __init__(self, function: Defined, in_time: bool) -> None:
        self.function, self.in_time = function, in_time
        signature, definition = function.signature, function.definition
        self.n, self.m = signature.inputs, signature.outputs
        discrete = definition.discrete | signature.discrete
        values = definition.slots - self.n
        self.places = [old if old < self.n else self.n + self.m + old for old in range(definition.slots)]
        self.rate_places = [old + self.n if old < self.n + self.m else old + self.n + values for old in range(definition.slots)]
        self.slots = 2 * self.n + self.m + values + (values - self.m)
        self.moving = [old not in discrete for old in range(definition.slots)]
        self.rates = {self.places[old]: slot(self.rate_places[old]) for old in range(definition.slots) if self.moving[old]}
        self.texts = [text_input(index) for index in range(signature.texts)]

    def place(self, old: int) -> int:
        """Where the value of an old slot is."""
        return self.places[old]

    def new_slot(self) -> int:
        """One more slot."""
        self.slots += 1
        return self.slots - 1

    def value(self, expression: Expr) -> Expr:
        """An expression over the new slots."""
        return renumber((expression,), self.places)[0]

    def rate(self, expression: Expr) -> Expr:
        """The rate of an expression."""
        return propagate(self.value(expression), self.rates, self.element_rate, self.in_time)

    def element_rate(self, node: Expr) -> Expr | None:
        """The rate of an element that is chosen when the function runs."""
        first, count = element_range(node)
        found = self.rates.get(first)
        return None if found is None else element(slot_index(found), count, node.operands[0])

    def body(self, body: Body) -> Body:
        """Statements with their rates."""
        return tuple(made for statement in body for made in self.statement(statement))

    def statement(self, statement: Statement) -> Iterator[Statement]:
        """A statement on rates comes first, since it needs the values from before."""
        match statement:
            case Assign(slot=target, value=value):
                if self.moving[target]:
                    yield Assign(self.rate_places[target], self.rate(value), statement.span)
                yield Assign(self.places[target], self.value(value), statement.span)
            case AssignElement(first=first, count=count, index=index, value=value):
                if self.moving[first]:
                    yield AssignElement(self.rate_places[first], count, self.value(index), self.rate(value), statement.span)
                yield AssignElement(self.places[first], count, self.value(index), self.value(value), statement.span)
            case AssignCall():
                yield from self.assign_call(statement)
            case If(branches=branches, otherwise=otherwise):
                made = tuple((self.value(condition), self.body(inner)) for condition, inner in branches)
                yield If(made, self.body(otherwise), statement.span)
            case For():
                yield from self.loop(statement)
            case While(condition=condition, body=inner):
                yield While(self.value(condition), self.body(inner), statement.span)
            case Check(condition=condition, message=message, is_error=is_error, code=code):
                if is_error:
                    pieces = tuple(piece if isinstance(piece, str) else self.value(piece) for piece in message)
                    yield Check(self.value(condition), pieces, is_error, statement.span, code)
            case Break() | Return():
                yield statement

    def assign_call(self, statement: AssignCall) -> Iterator[Statement]:
        """Several outputs at once."""
        callee = callee_of(statement.call)
        numbers, texts = statement.call.operands[: callee.inputs], statement.call.operands[callee.inputs :]
        targets = tuple(self.rate_places[target] if target is not None and self.moving[target] else None for target in statement.targets)
        if any(target is not None for target in targets):
            arguments = (*(self.value(number) for number in numbers), *(self.rate(number) for number in numbers), *texts)
            yield AssignCall(targets, call(callee.tangent(self.in_time), arguments), statement.span)
        places = tuple(None if target is None else self.places[target] for target in statement.targets)
        yield AssignCall(places, self.value(statement.call), statement.span)

    def loop(self, loop: For) -> Iterator[Statement]:
        """A loop over a range whose bounds may move: the k-th value has the rate of first + k * step."""
        first, step, last = (self.value(bound) for bound in (loop.first, loop.step, loop.last))
        first_rate, step_rate = self.rate(loop.first), self.rate(loop.step)
        body = self.body(loop.body)
        if self.moving[loop.slot]:
            rate = ZERO
            if first_rate is not ZERO or step_rate is not ZERO:
                kept = [self.new_slot() for _ in range(4)]
                for place, bound in zip(kept, (first, step, first_rate, step_rate), strict=True):
                    yield Assign(place, bound, loop.span)
                first, step, first_rate, step_rate = (slot(place) for place in kept)
                number = apply("/", apply("-", slot(self.places[loop.slot]), first), step)
                rate = apply("+", first_rate, apply("*", number, step_rate))
            body = (Assign(self.rate_places[loop.slot], rate, loop.span), *body)
        yield For(self.places[loop.slot], first, step, last, body, loop.span)

    def moving_inputs(self, inputs: Sequence[int]) -> tuple[int, ...]:
        """Those of the inputs that may have rates."""
        return tuple(index for index in inputs if self.moving[index])

    def annotated(self, derivative: Derivative, zero: Sequence[int]) -> Iterator[Statement]:
        """The call of a derivative function, where the rates of the inputs `zero` vanish."""
        given = [slot(index) for index in (*range(self.n), *(self.n + index for index in derivative.rates))]
        called = call(derivative.function, (*given, *self.texts))
        results = [2 * self.n + place for place in range(self.m)]
        found: list[Statement] = [
            Assign(results[place], output(called, result)) for place, result in enumerate(derivative.results) if result is not None
        ]
        if not zero:
            yield from found
            return
        stands_still = [apply("==", slot(self.n + index), ZERO) for index in zero]
        yield If(((apply("and", *stands_still) if len(stands_still) > 1 else stands_still[0], (*found, Return())),))

    def differences(self) -> Iterator[Statement]:
        """Central differences along the rates."""
        inputs = [index for index in range(self.n) if self.moving[index]]
        outputs = [index for index in range(self.m) if self.moving[self.n + index]]
        if not inputs or not outputs:
            return
        step = self.new_slot()
        yield Assign(step, ZERO)
        for index in inputs:
            rate = apply("abs", slot(self.n + index))
            size = apply("max", apply("abs", slot(index)), constant(SMALLEST))
            yield Assign(step, apply("max", slot(step), apply("/", rate, size)))
        yield If(((apply("==", slot(step), ZERO), (Return(),)),))
        yield Assign(step, apply("/", constant(STEP), slot(step)))
        ends = []
        for sign in ("+", "-"):
            end = [apply(sign, slot(i), apply("*", slot(step), slot(self.n + i))) if self.moving[i] else slot(i) for i in range(self.n)]
            targets = {index: self.new_slot() for index in outputs}
            yield AssignCall(tuple(targets.get(index) for index in range(self.m)), call(self.function, (*end, *self.texts)))
            ends.append(targets)
        for index in outputs:
            difference = apply("-", slot(ends[0][index]), slot(ends[1][index]))
            yield Assign(2 * self.n + index, apply("/", difference, apply("*", TWO, slot(step))))
