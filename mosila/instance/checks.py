"""What a model does beside being solved: assertions, the end of a run, and calls for their effect, as a plan holds them."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from mosila.dataclass import dataclass
from mosila.source import Span

if TYPE_CHECKING:
    from mosila.instance.plan import Formula


@dataclass(frozen=True, slots=True)
class Shown:
    """A value in a message, with the format of `String(value, format = ...)`, or empty."""

    formula: Formula
    format: str = ""


Message: TypeAlias = "tuple[str | Shown, ...]"
"""The pieces of a text that is put together when it is needed."""


@dataclass(frozen=True, slots=True)
class Assertion:
    """`assert(condition, message, level)`: looked at after every step and in every instant."""

    condition: Formula
    message: Message
    is_error: bool
    span: Span
    only_if: Formula | None = None
    """Over indicators alone: it is there only in structures in which this holds."""
    is_call: bool = False
    """A function is called for what it asserts: `condition` has no value where that does not hold."""


@dataclass(frozen=True, slots=True)
class Effect:
    """A call for what it does: the formula makes it where its moment has come, and is looked at once in every round of an instant."""

    formula: Formula
    span: Span
    only_if: Formula | None = None


@dataclass(frozen=True, slots=True)
class Termination:
    """`terminate(message)` when a condition becomes true: the relative position of the condition."""

    condition: int
    message: Message
    span: Span
