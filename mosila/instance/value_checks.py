"""Values that must lie in a range while the model runs: a call that reports takes the place of what lies outside."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Final, cast

from mosila.dataclass import dataclass
from mosila.diagnostics.diagnostic import Code
from mosila.diagnostics.runtime import INDEX_OUTSIDE, NOT_AN_INTEGER
from mosila.functions.definition import Check, Definition
from mosila.functions.function import Function
from mosila.functions.signature import Signature
from mosila.source import Span
from mosila.symbolic.expression import ZERO, Expr, apply, call, callee_of, constant, output, slot

LARGEST_INTEGER: Final = 2.0**53
"""Up to here every whole number is one of its own among the numbers that a run computes with."""


@dataclass(frozen=True, slots=True)
class Guard:
    """Where `test` holds all is well; elsewhere `trouble` reports what is wrong and has no value."""

    test: Expr
    trouble: Expr

    @property
    def check(self) -> Check:
        """The same as a statement of a function."""
        found = cast(Function, callee_of(self.trouble.operands[0])).definition.body[0]
        assert isinstance(found, Check)
        (index,) = self.trouble.operands[0].operands
        return replace(found, condition=self.test, message=tuple(index if isinstance(each, Expr) else each for each in found.message))

    def protect(self, value: Expr) -> Expr:
        """The value where all is well."""
        return apply("if", self.test, value, self.trouble)


def index_guard(index: Expr, first: int, size: int, name: str, span: Span) -> Guard:
    """The index of one of `size` things, counted from `first`."""
    last = first + size - 1
    range_ = f"not one of {first} to {last}" if size else "but it has no elements"
    trouble = _trouble(INDEX_OUTSIDE, name, (f"the index of `{name}` is ", f", {range_}"), span)
    return Guard(_is_between(index, first, last), output(call(trouble, (index,)), 0))


def protected_literal(value: Expr, name: str, size: int, span: Span) -> Expr:
    """The number of a literal of an enumeration."""
    trouble = _trouble(INDEX_OUTSIDE, name, (f"`{name}` has no literal ", f", only 1 to {size}"), span)
    return Guard(_is_between(value, 1, size), output(call(trouble, (value,)), 0)).protect(value)


def protected_integer(value: Expr, name: str, span: Span) -> Expr:
    """A whole number that a run can tell from its neighbours."""
    trouble = _trouble(NOT_AN_INTEGER, name, (f"`{name}` gives ", ""), span)
    return Guard(_is_between(value, -LARGEST_INTEGER, LARGEST_INTEGER), output(call(trouble, (value,)), 0)).protect(value)


def _is_between(value: Expr, least: float, greatest: float) -> Expr:
    return apply("and", apply(">=", value, constant(least)), apply("<=", value, constant(greatest)))


@lru_cache(maxsize=10_000)
def _trouble(code: Code, name: str, words: tuple[str, str], span: Span) -> Function:
    """What reports a value that cannot be; its result stands still, so that no slope is asked of it."""
    message = (words[0], slot(0), words[1])
    signature = Signature(name, 1, 1, discrete=frozenset({1}), span=span)
    return Function(signature, Definition(2, (Check(ZERO, message, span=span, code=code),), discrete=frozenset({0, 1})))
