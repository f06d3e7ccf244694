"""Functions on numbers: a function and its arguments -> its outputs, for what has to be known before a model runs."""

from __future__ import annotations

import math
from collections.abc import Callable, Generator, Sequence
from dataclasses import field
from enum import Enum, auto
from typing import Final, cast

from mosila.dataclass import dataclass
from mosila.diagnostics.codegen import UNKNOWN_BEFORE_THE_RUN
from mosila.diagnostics.diagnostic import Diagnostic, MosilaError
from mosila.diagnostics.runtime import FUNCTION_ENDLESS, FUNCTION_INDEX, FUNCTION_VALUE, FUNCTION_WARNING
from mosila.functions.definition import Assign, AssignCall, AssignElement, Body, Break, Check, For, If, Return, Statement, While
from mosila.functions.signature import Defined
from mosila.source import NOWHERE, Span
from mosila.symbolic.arithmetic import TRUTH
from mosila.symbolic.evaluate import IndexOutside, Request, checked_index, evaluation
from mosila.symbolic.expression import Argument, Expr, callee_of

Outputs = Sequence[float]
Foreign = Callable[[Defined, Sequence[Argument]], Outputs]


@dataclass(frozen=True, slots=True)
class Limits:
    """How many statements may be carried out, and how many calls may be within each other."""

    statements: int = 20_000_000
    depth: int = 10_000


USUAL: Final = Limits()
RANGE_SLACK: Final = 1e-10  # of a step, by which the last value of a range may be missed


class _End(Enum):
    """How statements came to an end."""

    REACHED = auto()
    BREAK = auto()
    RETURN = auto()


@dataclass(slots=True)
class _Frame:
    """One call in progress, and the statement that it is at."""

    function: Defined
    values: list[float]
    texts: tuple[str, ...]
    span: Span = NOWHERE


_Steps = Generator[Request, Outputs, _End]


def interpret(
    function: Defined,
    arguments: Sequence[Argument],
    limits: Limits = USUAL,
    foreign: Foreign | None = None,
    warnings: list[Diagnostic] | None = None,
) -> tuple[float, ...]:
    """The outputs; what fails ends in a diagnostic. `foreign` calls external functions, if they can be called at all."""
    return _Interpreter(limits, foreign, warnings if warnings is not None else []).run(function, arguments)


def range_length(first: float, step: float, last: float) -> int:
    """How many values first, first + step, ... are not beyond last."""
    count = math.floor((last - first) / step + RANGE_SLACK) + 1
    return max(count, 0)


@dataclass(slots=True)
class _Interpreter:
    limits: Limits
    foreign: Foreign | None
    warnings: list[Diagnostic]
    count: int = 0
    frames: list[_Frame] = field(default_factory=list)

    def run(self, function: Defined, arguments: Sequence[Argument]) -> tuple[float, ...]:
        """Calls within calls are kept on a list, not on Python's own stack."""
        stack = [self.call(function, arguments)]
        sent: Outputs | None = None
        while stack:
            try:
                callee, given = next(stack[-1]) if sent is None else stack[-1].send(sent)
            except StopIteration as end:
                stack.pop()
                self.frames.pop()
                sent = end.value
            except (ZeroDivisionError, ValueError, OverflowError) as error:
                raise self.without_value(error) from error
            else:
                if len(stack) >= self.limits.depth:
                    raise self.endless(f"{len(stack)} calls are within each other")
                stack.append(self.call(cast(Defined, callee), given))
                sent = None
        return tuple(sent or ())

    def call(self, function: Defined, arguments: Sequence[Argument]) -> Generator[Request, Outputs, Outputs]:
        """One call."""
        signature, definition = function.signature, function.definition
        numbers = [float(argument) for argument in arguments[: signature.inputs]]
        texts = tuple(str(argument) for argument in arguments[signature.inputs :])
        frame = _Frame(function, numbers + [0.0] * (definition.slots - len(numbers)), texts, signature.span)
        self.frames.append(frame)
        if definition.external is not None:
            if self.foreign is None:
                raise MosilaError(UNKNOWN_BEFORE_THE_RUN.at(definition.external.span, function=signature.name))
            return self.foreign(function, arguments)
        yield from self.execute(definition.body, frame)
        outputs = frame.values[signature.inputs : signature.inputs + signature.outputs]
        if not all(math.isfinite(value) for value in outputs):
            raise ValueError("not a finite number")
        return outputs

    def execute(self, body: Body, frame: _Frame) -> _Steps:
        """Statements one after the other."""
        for statement in body:
            self.count += 1
            if self.count > self.limits.statements:
                raise self.endless(f"{self.limits.statements} statements were carried out")
            if statement.span != NOWHERE:
                frame.span = statement.span
            end = yield from self.statement(statement, frame)
            if end is not _End.REACHED:
                return end
        return _End.REACHED

    def statement(self, statement: Statement, frame: _Frame) -> _Steps:
        """One statement."""
        match statement:
            case Assign(slot=slot, value=value):
                frame.values[slot] = yield from self.value(value, frame)
            case AssignElement(first=first, count=count, index=index, value=value):
                place = checked_index((yield from self.value(index, frame)), count)
                frame.values[first + place] = yield from self.value(value, frame)
            case AssignCall(targets=targets, call=called):
                outputs = yield from self.outputs(called, frame)
                for target, output in zip(targets, outputs, strict=True):
                    if target is not None:
                        frame.values[target] = output
            case If(branches=branches, otherwise=otherwise):
                for condition, body in branches:
                    if (yield from self.value(condition, frame)) > TRUTH:
                        return (yield from self.execute(body, frame))
                return (yield from self.execute(otherwise, frame))
            case For():
                return (yield from self.count_through(statement, frame))
            case While(condition=condition, body=body):
                while (yield from self.value(condition, frame)) > TRUTH:
                    self.count += 1
                    end = yield from self.execute(body, frame)
                    if end is not _End.REACHED:
                        return _End.REACHED if end is _End.BREAK else end
            case Break():
                return _End.BREAK
            case Return():
                return _End.RETURN
            case Check():
                yield from self.check(statement, frame)
        return _End.REACHED

    def count_through(self, loop: For, frame: _Frame) -> _Steps:
        """A loop over a range."""
        first = yield from self.value(loop.first, frame)
        step = yield from self.value(loop.step, frame)
        last = yield from self.value(loop.last, frame)
        for number in range(range_length(first, step, last)):
            self.count += 1
            frame.values[loop.slot] = first + number * step
            end = yield from self.execute(loop.body, frame)
            if end is not _End.REACHED:
                return _End.REACHED if end is _End.BREAK else end
        return _End.REACHED

    def check(self, check: Check, frame: _Frame) -> _Steps:
        """An assertion."""
        if (yield from self.value(check.condition, frame)) <= TRUTH:
            pieces = []
            for piece in check.message:
                pieces.append(piece if isinstance(piece, str) else f"{(yield from self.value(piece, frame)):.6g}")
            code = check.code if check.is_error else FUNCTION_WARNING
            found = code.at(check.span, when="", function=frame.function.name, message="".join(pieces))
            if check.is_error:
                raise MosilaError(found)
            self.warnings.append(found)
        return _End.REACHED

    def value(self, expression: Expr, frame: _Frame) -> Generator[Request, Outputs, float]:
        """An expression's value, its calls made by who drives this."""
        return evaluation(expression, frame.values, frame.texts)

    def outputs(self, called: Expr, frame: _Frame) -> Generator[Request, Outputs, Outputs]:
        """All outputs of a call."""
        callee = callee_of(called)
        arguments: list[Argument] = []
        for operand in called.operands[: callee.inputs]:
            arguments.append((yield from self.value(operand, frame)))
        for operand in called.operands[callee.inputs :]:
            arguments.append(frame.texts[int(operand.value)] if operand.symbol is None else str(operand.symbol))
        return (yield callee, tuple(arguments))

    def without_value(self, error: ArithmeticError | ValueError) -> MosilaError:
        """The error of a statement that has no value."""
        frame = self.frames[-1]
        if isinstance(error, IndexOutside):
            return MosilaError(FUNCTION_INDEX.at(frame.span, when="", function=frame.function.name, reason=error))
        return MosilaError(FUNCTION_VALUE.at(frame.span, when="", function=frame.function.name, reason=error))

    def endless(self, reason: str) -> MosilaError:
        """The error of a function that goes on and on."""
        frame = self.frames[-1]
        return MosilaError(FUNCTION_ENDLESS.at(frame.span, when="", function=frame.function.name, reason=reason))
