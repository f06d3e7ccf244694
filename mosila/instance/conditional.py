"""What is there under a condition, and what connections bring: parts of plans that are not always the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mosila.dataclass import dataclass
from mosila.source import Span

if TYPE_CHECKING:
    from mosila.instance.plan import Formula, Plan, Variable


@dataclass(frozen=True, slots=True)
class Conditional:
    """What is there while a condition holds, as (relative position, size); the condition is a Boolean variable of the object.

    A component declared with a condition that varies, or a branch of the if-equation whose switch is at `switch`.
    """

    parts: tuple[tuple[int, int], ...]
    condition: int
    formula: Formula
    """The condition, compared anew."""
    switch: int | None
    name: str
    span: Span


@dataclass(frozen=True, slots=True)
class Augmentation:
    """A connection to an element of the expandable connector at a relative position: how large and what it makes the element."""

    bus: int
    name: str
    dimensions: tuple[int, ...]
    content: Plan | Variable | None
    """None: the other side says nothing of the type."""
    span: Span
