"""What a function does: statements over the slots of one call, or a call of foreign code.

A function is made for given sizes of its arguments, so every array is a range of slots. The slots are numbered: inputs
first, then outputs, then locals. Expressions are `Expr` over these slots; `element` reads a slot whose number is only
known when the function runs. Truth values and whole numbers are doubles, as everywhere. Spans say where something is
written; two definitions that differ in spans alone are equal in every other way.
"""

from __future__ import annotations

from collections.abc import Iterator

from mosila.dataclass import dataclass
from mosila.diagnostics.diagnostic import Code
from mosila.diagnostics.runtime import FUNCTION_ASSERTION
from mosila.functions.external import External, ValueArgument
from mosila.source import NOWHERE, Span
from mosila.symbolic.expression import Callee, Expr


@dataclass(frozen=True, slots=True)
class Assign:
    """`slot := value`."""

    slot: int
    value: Expr
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class AssignElement:
    """Slot first + index := value, where index is one of 0 .. count-1."""

    first: int
    count: int
    index: Expr
    value: Expr
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class AssignCall:
    """The outputs of a call to slots, all at once after the call; None: an output that is not wanted."""

    targets: tuple[int | None, ...]
    call: Expr
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class If:
    """The first branch (condition, statements) whose condition holds, or `otherwise`."""

    branches: tuple[tuple[Expr, Body], ...]
    otherwise: Body = ()
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class For:
    """`slot` takes the values first, first + step, ... not beyond last, which are found once before."""

    slot: int
    first: Expr
    step: Expr
    last: Expr
    body: Body
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class While:
    """The statements again and again, as long as the condition holds before them."""

    condition: Expr
    body: Body
    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Break:
    """Leaves the innermost loop."""

    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Return:
    """Ends the function."""

    span: Span = NOWHERE


@dataclass(frozen=True, slots=True)
class Check:
    """`assert`: where the condition does not hold, the message is an error or a warning; numbers in it are expressions."""

    condition: Expr
    message: tuple[str | Expr, ...]
    is_error: bool = True
    span: Span = NOWHERE
    code: Code = FUNCTION_ASSERTION


Statement = Assign | AssignElement | AssignCall | If | For | While | Break | Return | Check
Body = tuple[Statement, ...]


@dataclass(frozen=True, slots=True)
class Derivative:
    """The annotation `derivative`: another function that gives the rates of the outputs.

    Its numbers are all inputs, then the rates of the inputs `rates`. `results` names for each output of the function the
    output that is its rate, None if that is zero. It holds where the rates of the inputs `zero` are all zero. The inputs
    `ignored` are said to move as the others make them: along time it holds, but it tells no partial derivative.
    """

    function: Callee
    rates: tuple[int, ...]
    results: tuple[int | None, ...]
    zero: tuple[int, ...] = ()
    ignored: tuple[int, ...] = ()
    order: int = 1
    """Of a derivative of order n, the function is itself one of order n - 1 and moves as its last inputs say."""


@dataclass(frozen=True, slots=True)
class Definition:
    """What a function does with its slots: first `body`, then `external` if there is one.

    `discrete` are the slots that hold whole numbers or truth values. Slots that are not assigned hold 0. Beside `external`
    there are no calls: a function around it makes them.
    """

    slots: int
    body: Body = ()
    external: External | None = None
    discrete: frozenset[int] = frozenset()
    derivatives: tuple[Derivative, ...] = ()
    is_inlined_late: bool = False
    """Once equations are differentiated, what it computes stands in place of its calls."""


def statements(body: Body) -> Iterator[Statement]:
    """Every statement, also those within others, in the order of the text."""
    for statement in body:
        yield statement
        match statement:
            case If(branches=branches, otherwise=otherwise):
                for _, inner in branches:
                    yield from statements(inner)
                yield from statements(otherwise)
            case For(body=inner) | While(body=inner):
                yield from statements(inner)


def all_expressions(definition: Definition) -> tuple[Expr, ...]:
    """Every expression of a definition."""
    found = [root for statement in statements(definition.body) for root in expressions(statement)]
    if definition.external is not None:
        found += [argument.value for argument in definition.external.arguments if isinstance(argument, ValueArgument)]
    return tuple(found)


def expressions(statement: Statement) -> tuple[Expr, ...]:
    """The expressions of a statement itself, not of those within it."""
    match statement:
        case Assign(value=value):
            return (value,)
        case AssignElement(index=index, value=value):
            return index, value
        case AssignCall(call=called):
            return (called,)
        case If(branches=branches):
            return tuple(condition for condition, _ in branches)
        case For(first=first, step=step, last=last):
            return first, step, last
        case While(condition=condition):
            return (condition,)
        case Check(condition=condition, message=message):
            return condition, *(piece for piece in message if isinstance(piece, Expr))
    return ()
